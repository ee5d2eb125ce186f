// One entry of a list or a collection: its picture and title play it from there; who may change it can move and remove it.
import type { PlayEntry, QueueStart } from "#contract/lists.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { formatDuration } from "#web/duration.ts";
import { ListIcon } from "./icon.tsx";
import css from "./lists.module.css";
import { usePlay } from "./play.ts";
import { stepByKey } from "./step-by-key.ts";
import { ListTools } from "./tools.tsx";
import type { Grip } from "./use-drag.ts";
import { words } from "./words.ts";

interface Props {
  /** What it is an entry of. */
  from: QueueStart["from"];
  entry: PlayEntry;
  isDragged: boolean;
  play: ((entry: PlayEntry) => void) | undefined;
  /** Missing where it cannot be changed. */
  grip: Grip | undefined;
  step: (by: -1 | 1) => void;
  remove: () => void;
}

export function EntryRow({ from, entry, isDragged, play: playHere, grip, step, remove }: Props) {
  const { title, thumbnail_url, length, can_play, video_id, performance_id } = entry;
  const play = usePlay();
  const key = { video_id, performance_id };
  return (
    <li className={css.entry} data-dragged={isDragged}>
      {grip && (
        <button
          type="button"
          className={css.grip}
          aria-label={words.list.move(title)}
          title={words.list.moveHelp}
          {...grip}
          onKeyDown={(event) => stepByKey(event, step)}
        >
          <ListIcon name="grip" />
        </button>
      )}
      <button
        type="button"
        className={css.main}
        disabled={!can_play}
        {...(!can_play && { title: words.list.cannotPlay })}
        onClick={() => (playHere ? playHere(entry) : play.mutate({ from, shuffle: false, first: key }))}
      >
        <span className="visually-hidden">{words.list.playFrom} </span>
        <span className={css.picture}>{thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" />}</span>
        <span className={css.title}>
          <bdi>{title}</bdi>
          <small className={css.dim}>
            <bdi>{sayWhere(entry, from)}</bdi>
          </small>
        </span>
        <span className={css.dim}>{length === null ? "" : formatDuration(length)}</span>
      </button>
      {!playHere && <ListTools entry={key} title={title} />}
      {grip && (
        <button
          type="button"
          className={css.grip}
          data-remove
          aria-label={words.list.remove(title)}
          title={words.list.remove(title)}
          onClick={remove}
        >
          <ListIcon name="remove" />
        </button>
      )}
    </li>
  );
}

function sayWhere(entry: PlayEntry, from: Props["from"]): string {
  const { performance_id, video_title, can_play } = entry;
  const date = formatDay(entry);
  // a collection has nothing but whole recordings
  if ("collection" in from) return [date, ...(can_play ? [] : [words.list.notReady])].join(" · ");
  const where = performance_id === null ? words.list.recording : video_title;
  return [where, date, ...(can_play ? [] : [words.list.cannotPlay])].join(" · ");
}
