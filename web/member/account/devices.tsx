// The devices on which this person is logged in, and buttons to end the sessions on the others.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sayAgo } from "#web/ago.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import css from "./account-row.module.css";
import { words } from "./words.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call("listSessions", { signal }),
});

export function Devices() {
  const sessions = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => call("endSession", { params: { id } }),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  });
  const failure = end.error ?? sessions.error;
  const list = sessions.data?.sessions ?? [];
  return (
    <>
      {sessions.isPending && <Spinner />}
      <ul className={css.rows}>
        {list.map((session) => (
          <li key={session.id} className={css.row}>
            <div className={css.words}>
              <span>{session.device}</span>
              <small data-state={session.current ? "ok" : undefined}>
                {session.current
                  ? words.devices.current
                  : words.devices.lastUsed(sayAgo(new Date(session.seen_at), new Date(sessions.dataUpdatedAt)))}
              </small>
            </div>
            {!session.current && (
              <Button
                size="small"
                look="quiet"
                aria-label={words.devices.endThis(session.device)}
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {words.devices.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.filter((session) => !session.current).length > 1 && (
        <Button size="small" busy={end.isPending && end.variables === "others"} onClick={() => end.mutate("others")}>
          {words.devices.endOthers}
        </Button>
      )}
      {failure && (
        <span role="alert" className={css.failure}>
          {failure.message}
        </span>
      )}
    </>
  );
}
