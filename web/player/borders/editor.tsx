// The editor for song borders, below the player: its code is loaded only when an editor opens it.
import { useQuery, useQueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Video } from "#contract/video.ts";
import { sayProblem } from "#web/api.ts";
import { useCurrentEngine } from "#web/player/current-engine.ts";
import { waveformQuery } from "#web/waveform-query.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { Desk } from "./desk.tsx";
import { beginDraft, findDraft, isChanged, useDraft } from "./draft.ts";
import css from "./desk.module.css";
import { words } from "./words.ts";
import type { WaveformDetail } from "#contract/media.ts";

const noPeaks = { peaks: [] as readonly number[] };

export function BorderEditor({ video }: { video: Video }) {
  const { id, media } = video;
  const queries = useQueryClient();
  const draft = useDraft(id);
  const engine = useCurrentEngine((current) => current.engine);
  const { data: { peaks: few } = noPeaks } = useQuery(waveformQuery(media?.waveform ?? null));
  // recordings of earlier versions have only the few peaks that everybody gets
  const { data } = useQuery(detailQuery(media?.waveform_detail ?? null));
  const detail = data && fitDetail(data, { offset: media?.audio?.offset ?? 0, duration: video.duration ?? 0 });
  const [problem, setProblem] = useState<unknown>();
  const desk = useRef<HTMLElement>(null);
  useEffect(() => {
    const known = findDraft(id);
    // what was changed and not saved is kept; otherwise it begins with what is saved now
    if (known && isChanged(known)) return;
    // on a phone it opens above the button that was pressed
    desk.current?.scrollIntoView();
    desk.current?.focus({ preventScroll: true });
    queries.fetchQuery({ ...setListQuery(id), staleTime: 0 }).then((saved) => beginDraft(id, saved), setProblem);
  }, [id, queries]);
  useLeaving(draft !== undefined && isChanged(draft));
  return (
    <section ref={desk} className={css.desk} aria-labelledby="song-borders" tabIndex={-1}>
      <h2 id="song-borders" className={css.heading}>
        {words.heading}
      </h2>
      {problem !== undefined && <p role="alert">{words.loadFailed(sayProblem(problem))}</p>}
      {draft && engine && (
        <Desk {...{ video, draft, engine }} peaks={detail?.peaks ?? few} gaps={detail?.gaps ?? null} />
      )}
      {!draft && problem === undefined && <Spinner />}
      {draft && !engine && <p>{words.notReady}</p>}
    </section>
  );
}

/** The browser asks before it closes a page with changes that are not saved. */
function useLeaving(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasChanges]);
}

/** The waveform in tenths of a second, and the borders that were found in the audio; loaded only for editing. */
interface Detail {
  /** Each is from 0 to 1. */
  peaks: readonly number[];
  gaps: WaveformDetail["gaps"];
}

const detailQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["waveformDetail", address],
    queryFn:
      address === null
        ? skipToken
        : async ({ signal }): Promise<Detail> => {
            const answer = await fetch(address, { signal });
            if (!answer.ok) throw new Error(`no waveform: ${answer.status}`);
            const { peaks, gaps } = (await answer.json()) as WaveformDetail;
            return { peaks: Array.from(atob(peaks), (letter) => letter.charCodeAt(0) / 255), gaps };
          },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Ten peaks for each second of the player's clock; `offset` is what the audio is ahead of it. */
export function fitDetail({ peaks, gaps }: Detail, { offset, duration }: { offset: number; duration: number }): Detail {
  const ahead = Math.round(offset * 10);
  const move = (seconds: number) => Math.round(Math.max(0, seconds - offset) * 10) / 10;
  return {
    peaks: Array.from({ length: Math.ceil(duration * 10) }, (_, at) => peaks[at + ahead] ?? 0),
    gaps: gaps.map(({ from, to }) => ({ from: move(from), to: move(to) })),
  };
}
