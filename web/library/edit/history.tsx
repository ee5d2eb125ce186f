// Who changed what about a recording, and when. Closed at first, and loaded when it is opened.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { VideoChange } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import css from "./history.module.css";
import { words } from "./words.ts";

const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ["changes", id],
    queryFn: async ({ signal }) => (await call("listChanges", { params: { id }, signal })).changes,
    retry: false,
    staleTime: 0,
  });

export function History({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.history.heading}</summary>
      {isOpen && <Changes id={id} />}
    </details>
  );
}

export function Changes({ id }: { id: string }) {
  const { data, isPending, isError } = useQuery(changesQuery(id));
  return (
    <>
      {isPending && <Spinner />}
      {isError && <p role="alert">{words.history.failed}</p>}
      {data?.length === 0 && <p>{words.history.empty}</p>}
      {data && data.length > 0 && (
        <ol className={css.changes}>
          {data.map((change) => (
            <li key={change.id}>
              <ChangeLine change={change} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function ChangeLine({ change }: { change: VideoChange }) {
  return (
    <>
      <p>
        <strong>{change.who}</strong> {words.history.verbs[change.kind]}{" "}
        <time dateTime={change.at} className={css.when}>
          {formatDate({ add_date: change.at, time_missing: false })}
        </time>
      </p>
      {change.kind === "edited" && (
        <ul className={css.fields}>
          {change.fields
            .filter(({ field }) => field !== "time_missing" && field !== "only_known")
            .map(({ field, before, after }) => (
              <li key={field}>
                {words.fields[field] ?? field}: <del>{sayBefore(field, before)}</del> →{" "}
                <ins>{sayBefore(field, after)}</ins>
              </li>
            ))}
        </ul>
      )}
    </>
  );
}

function sayBefore(field: string, value: unknown): string {
  if (field === "add_date" || (field === "opens_at" && value !== null))
    return formatDate({ add_date: String(value), time_missing: false });
  if (typeof value === "boolean") return value ? words.values.on : words.values.off;
  if (value === "" || value === null) return words.values.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
