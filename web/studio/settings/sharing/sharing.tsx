// Studio > Settings > Sharing and downloads: what members may keep as a file or in their browser, and the links that they share.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SharedMoment } from "#contract/moments/moments.ts";
import type { Settings } from "#contract/setup.ts";
import { call, sayProblem } from "#web/api.ts";
import { formatClock } from "#web/duration.ts";
import { formatDay } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Days, OnOff, Select } from "#web/studio/settings/fields.tsx";
import { settingsQuery, useChange } from "#web/studio/settings/queries.ts";
import { Part, Sheet, useDraft } from "#web/studio/settings/sheet.tsx";
import { words as common, sharingWords as words } from "#web/studio/settings/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";

export function SharingPage() {
  return (
    <Loaded query={useQuery(settingsQuery)} what={common.what}>
      {(settings) => <Sharing settings={settings} />}
    </Loaded>
  );
}

function Sharing({ settings }: { settings: Settings }) {
  const { downloads, offline_days, offline_video, moments, moment_previews } = settings;
  const draft = useDraft("sharing", { downloads, offline_days, offline_video, moments, moment_previews });
  const save = useChange();
  const { of, values } = draft;
  const names = {
    downloads: words.downloads.title,
    offline_days: words.offline.short,
    offline_video: words.offline.shortVideo,
    moments: words.moments.title,
    moment_previews: words.moments.shortPreviews,
  };
  return (
    <Sheet draft={draft} names={names} save={(changed) => save.mutateAsync(changed)}>
      <Part title={words.downloads.title}>
        <Select
          label={words.downloads.label}
          hint={words.downloads.hint}
          options={[
            { value: "off", name: words.downloads.off },
            { value: "audio", name: words.downloads.audio },
            { value: "audio-and-video", name: words.downloads.audioAndVideo },
          ]}
          {...of("downloads")}
        />
        <Days label={words.offline.days} hint={words.offline.hint} least={0} {...of("offline_days")} />
        {values.offline_days > 0 && (
          <OnOff label={words.offline.video} hint={words.offline.videoHint} {...of("offline_video")} />
        )}
      </Part>
      <Part title={words.moments.title}>
        <OnOff label={words.moments.allow} hint={words.moments.hint} {...of("moments")} />
        {values.moments && (
          <OnOff label={words.moments.previews} hint={words.moments.previewsHint} {...of("moment_previews")} />
        )}
        {moments.value && <Links />}
      </Part>
    </Sheet>
  );
}

// Every link that works, with a button that ends it.

const momentsQuery = queryOptions({
  queryKey: ["moments"],
  queryFn: async ({ signal }) => (await call("listMoments", { signal })).moments,
  staleTime: 0,
});

function Links() {
  const moments = useQuery(momentsQuery);
  return (
    <Loaded query={moments} what={words.moments.what}>
      {(data) =>
        data.length === 0 ? (
          <p className="dim">{words.moments.none}</p>
        ) : (
          <ul className={rows.rows} aria-label={words.moments.list}>
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
    onSuccess: () => showToast({ kind: "done", message: words.moments.ended }),
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
          {words.moments.by(member.name, formatClock(start), formatClock(end))}.{" "}
          {words.moments.plays(plays, formatDay(until))}
        </span>
      </div>
      <div className={rows.actions}>
        <Button
          ref={keepFocus}
          size="small"
          look="quiet"
          aria-label={words.moments.endThis(title, member.name)}
          busy={endIt.isPending}
          onClick={() => endIt.mutate()}
        >
          {words.moments.end}
        </Button>
      </div>
    </li>
  );
}
