// One recording in the list: picture with its duration, waveform, title, date; for editors what they can do with it.
import { lazy, memo, Suspense, useDeferredValue, useId } from "react";
import { Link } from "react-router";
import type { VideoInList } from "#contract/video.ts";
import { formatDate, machineDate } from "#contract/dates/dates.ts";
import { formatDuration } from "#web/duration.ts";
import { readPeaks } from "#web/peaks.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { useIsAway } from "#web/memory/away.ts";
import { usePlaying } from "#web/place.ts";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./card.module.css";
import { sayDeletion } from "./format.ts";
import { Picture } from "./picture.tsx";
import { findProgress } from "./progress.ts";
import { words } from "./words.ts";

/** Loaded after the list: nobody waits for it. */
export const loadButtons = () => import("./card-buttons.tsx");
const CardButtons = lazy(async () => ({ default: (await loadButtons()).CardButtons }));

interface Props {
  video: VideoInList;
  canEdit?: boolean;
}

// Scrolling changes which cards there are, not what is on them.
export const Card = memo(function Card({ video, canEdit = false }: Props) {
  const id = useId();
  const progress = usePersisted(({ positions }) => findProgress(positions[video.id] ?? 0, video.duration));
  const isPlaying = usePlaying(({ id: playing, hasPlayed }) => hasPlayed && playing === video.id);
  const isAway = useIsAway(video.id);
  const address = `/video/${video.id}`;
  const deletion = sayDeletion(video.leaves_at);
  // the recording first: while many cards fly by, nobody waits for their buttons
  const hasButtons = useDeferredValue(true, false);
  return (
    <article
      className={css.card}
      data-hidden={video.hidden}
      data-playing={isPlaying}
      data-tools={canEdit}
      data-away={isAway}
    >
      <div className={css.top}>
        {/* The title is the same link: the keyboard stops only there. */}
        <Link
          to={address}
          state={fromList}
          className={css.frame}
          tabIndex={-1}
          aria-labelledby={`${id}title ${id}duration`}
        >
          <Picture key={video.thumbnail_url} video={video} />
          {video.hidden && <Cross />}
          <span id={`${id}duration`} className={css.duration}>
            {formatDuration(video.duration)}
            {isSeconds(video.duration) && <span className="visually-hidden">{words.card.seconds}</span>}
          </span>
          {progress !== undefined && (
            <span className={css.progress} style={{ transform: `scaleX(${progress})` }} data-progress />
          )}
        </Link>
        <State video={video} />
      </div>
      <Hairline peaks={video.peaks} progress={progress} />
      <h3 className={css.title}>
        <Link to={address} state={fromList} id={`${id}title`} {...(video.title.length > 60 && { title: video.title })}>
          {video.hidden && words.card.hiddenPrefix}
          <bdi>{video.title}</bdi>
        </Link>
      </h3>
      <p className={css.date}>
        <time dateTime={machineDate(video)}>{formatDate(video)}</time>
        {deletion !== undefined && <span className={css.leaving}>{deletion}</span>}
        {progress !== undefined && (
          <span className="visually-hidden">{words.card.played(Math.round(progress * 100))}</span>
        )}
        {isPlaying && <span className="visually-hidden">{words.card.isPlaying}</span>}
        {isAway && <span className="visually-hidden">{words.card.isAway}</span>}
      </p>
      <Suspense>{hasButtons && <CardButtons video={video} canEdit={canEdit} titleId={`${id}title`} />}</Suspense>
    </article>
  );
});

/** The specification's "38" would be said aloud as a mere number. */
const isSeconds = (length: number | null) => length !== null && length >= 1 && length < 60;

/** The recording's page is one step away from the list. */
const fromList = { depth: 1 };

const crossName = { role: "img", "aria-label": words.card.hidden };

function Cross() {
  return (
    <svg className={css.cross} viewBox="0 0 48 48" {...crossName}>
      <circle cx="24" cy="24" r="22" />
      <path d="m16 16 16 16m0-16L16 32" />
    </svg>
  );
}

function State({ video: { state, audio_only, locked } }: { video: VideoInList }) {
  if (locked) return <span className={css.state}>{words.card.locked(locked.name)}</span>;
  if (state === "published" && !audio_only) return null;
  if (state === "published") return <span className={css.state}>{words.card.audioOnly}</span>;
  return (
    <span className={css.state} data-state={state}>
      {state === "preparing" ? words.card.preparing : words.card.failed}
    </span>
  );
}

function Hairline({ peaks, progress }: { peaks: string | null; progress: number | undefined }) {
  const bars = readPeaks(peaks);
  return (
    <div className={css.hairline} data-silent={bars.length === 0}>
      {bars.length > 0 && <Waveform peaks={bars} />}
      {bars.length > 0 && progress !== undefined && (
        <div className={css.played} style={{ clipPath: `inset(0 ${(1 - progress) * 100}% 0 0)` }}>
          <Waveform peaks={bars} />
        </div>
      )}
    </div>
  );
}
