// Shared moments, for the owner: whether members may share, what previews show, and every link that works. Loaded on demand.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SharedMoment } from "#contract/moments/moments.ts";
import type { Settings } from "#contract/setup.ts";
import { call, sayProblem } from "#web/api.ts";
import { formatClock } from "#web/duration.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { OnOff } from "#web/studio/settings/on-off.tsx";
import { words } from "./words.ts";

const momentsQuery = queryOptions({
  queryKey: ["moments"],
  queryFn: async ({ signal }) => (await call("listMoments", { signal })).moments,
  staleTime: 0,
});

export function MomentSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <OnOff name="moments" settings={settings} label={words.allow} hint={words.hint} />
      {settings.moments.value && (
        <>
          <OnOff name="moment_previews" settings={settings} label={words.previews} hint={words.previewsHint} />
          <Links />
        </>
      )}
    </>
  );
}

function Links() {
  const moments = useQuery(momentsQuery);
  return (
    <Loaded query={moments} what={words.what}>
      {(data) =>
        data.length === 0 ? (
          <p className={rows.quiet}>{words.none}</p>
        ) : (
          <ul className={rows.rows} aria-label={words.list}>
            {data.map((moment) => (
              <LinkRow key={moment.id} moment={moment} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function LinkRow({ moment }: { moment: SharedMoment }) {
  const { id, title, member, start, end, plays, until } = moment;
  const queries = useQueryClient();
  const endIt = useMutation({
    mutationFn: () => call("endMoment", { params: { id } }),
    onSuccess: () => showToast({ kind: "done", message: words.ended }),
    onError: (problem) => showToast({ kind: "error", message: sayProblem(problem) }),
    onSettled: () => queries.invalidateQueries(momentsQuery),
  });
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span className={rows.detail}>
          {words.by(member.name, formatClock(start), formatClock(end))}. {words.plays(plays, formatDay(until))}
        </span>
      </div>
      <div className={rows.actions}>
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.endThis(title, member.name)}
          busy={endIt.isPending}
          onClick={() => endIt.mutate()}
        >
          {words.end}
        </Button>
      </div>
    </li>
  );
}
