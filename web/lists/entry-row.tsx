// One entry of a list: its picture and title play the list from there; the owner can move and remove it.
import type { KeyboardEvent } from "react";
import type { PlayEntry, PlayList } from "#contract/lists.ts";
import { formatDate } from "#web/dates.ts";
import { formatDuration } from "#web/duration.ts";
import { ListIcon } from "./icon.tsx";
import css from "./lists.module.css";
import { usePlay } from "./play.ts";
import { ListTools } from "./tools.tsx";
import type { Grip } from "./use-drag.ts";
import { words } from "./words.ts";

interface Props {
  list: PlayList;
  entry: PlayEntry;
  isDragged: boolean;
  /** Missing for a list of somebody else. */
  grip: Grip | undefined;
  step: (by: -1 | 1) => void;
  remove: () => void;
}

export function EntryRow({ list, entry, isDragged, grip, step, remove }: Props) {
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
        onClick={() => play.mutate({ from: { list: list.id }, shuffle: false, first: key })}
      >
        <span className="visually-hidden">{words.list.playFrom} </span>
        <span className={css.picture}>{thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" />}</span>
        <span className={css.title}>
          <bdi>{title}</bdi>
          <small className={css.dim}>
            <bdi>{sayWhere(entry)}</bdi>
          </small>
        </span>
        <span className={css.dim}>{length === null ? "" : formatDuration(length)}</span>
      </button>
      <ListTools entry={key} title={title} />
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

function sayWhere({ performance_id, video_title, played_at, can_play }: PlayEntry): string {
  const date = formatDate({ add_date: played_at, time_missing: true });
  const where = performance_id === null ? words.list.recording : video_title;
  return [where, date, ...(can_play ? [] : [words.list.cannotPlay])].join(" · ");
}

function stepByKey(event: KeyboardEvent, step: (by: -1 | 1) => void): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  step(event.key === "ArrowUp" ? -1 : 1);
}
