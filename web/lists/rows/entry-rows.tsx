// Entries in their order, for lists, collections and the queue. Who may change it moves them by dragging, or with the arrow
// keys, and removes them.
import { useLayoutEffect, useRef, useState } from "react";
import type { PlayEntry, QueueStart } from "#contract/lists.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { usePlay } from "#web/lists/play.ts";
import { ListTools } from "#web/lists/tools.tsx";
import { words } from "#web/lists/words.ts";
import { useSounds } from "./sounds.ts";
import { moveItem } from "./reorder.ts";
import { Handle, Row } from "./row.tsx";
import css from "./row.module.css";
import { Wave } from "./wave.tsx";
import { type Grip, stepByKey, useDrag } from "./use-drag.ts";

interface Props {
  entries: readonly PlayEntry[];
  from: QueueStart["from"];
  canChange: boolean;
  /** Missing: a queue is made from where it belongs to. */
  play?: ((entry: PlayEntry) => void) | undefined;
  /** `next` is the new order, in which the entry is at `to`. */
  move: (next: PlayEntry[], to: number) => void;
  /** Resolves to whether it is removed. */
  remove: (entry: PlayEntry) => Promise<boolean>;
}

export function EntryRows({ entries, from, canChange, play, move, remove }: Props) {
  "use memo";
  const rows = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  // a second key may come before the order that the first one has made is rendered
  const order = useRef(entries);
  useLayoutEffect(() => {
    order.current = entries;
  }, [entries]);
  const step = (at: number, to: number) => {
    const before = order.current;
    const moved = before[at];
    if (!moved || at === to || to < 0 || to >= before.length) return;
    setSaid(words.list.moved(moved.title, to + 1, before.length));
    const next = moveItem(before, at, to);
    order.current = next;
    move(next, to);
  };
  const stepBy = (entry: PlayEntry, by: -1 | 1) => {
    const at = order.current.indexOf(entry);
    step(at, at + by);
  };
  const drop = async (entry: PlayEntry, index: number) => {
    if (!(await remove(entry))) return;
    // the row is gone: the focus goes to the same place of the list
    const buttons = rows.current?.querySelectorAll<HTMLElement>("[data-more]");
    buttons?.[Math.min(index, buttons.length - 1)]?.focus();
  };
  const drag = useDrag(rows, step);
  const shown = drag.dragged ? moveItem(entries, drag.dragged.from, drag.dragged.to) : entries;
  return (
    <>
      <ol ref={rows} className={css.rows}>
        {shown.map((entry, index) => (
          <li key={`${entry.video_id} ${entry.performance_id}`} data-dragged={drag.dragged?.to === index}>
            <EntryRow
              {...{ from, entry, play }}
              number={index + 1}
              grip={canChange ? drag.grip(index) : undefined}
              step={(by) => stepBy(entry, by)}
              remove={() => void drop(entry, index)}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}

interface EntryProps extends Pick<Props, "from" | "play"> {
  entry: PlayEntry;
  number: number;
  /** Missing where it cannot be changed. */
  grip: Grip | undefined;
  step: (by: -1 | 1) => void;
  remove: () => void;
}

function EntryRow({ from, entry, number, play: playHere, grip, step, remove }: EntryProps) {
  const { title, thumbnail_url, waveform, start, end, length, can_play, video_id, performance_id, songs } = entry;
  const play = usePlay();
  const key = { video_id, performance_id };
  const named = { entry: key, title };
  const sounds = useSounds(key);
  // what comes in the queue is not what sounds, even if it is the same
  const isNext = playHere !== undefined;
  const begin = () => (playHere ? playHere(entry) : play.mutate({ from, shuffle: false, first: key, start }));
  return (
    <Row
      {...(!isNext && { number })}
      picture={thumbnail_url}
      title={title}
      second={<bdi>{sayWhere(entry, from)}</bdi>}
      wave={!isNext && <Wave address={waveform} start={start} end={end} />}
      length={length}
      sounds={isNext ? null : sounds}
      main={can_play ? { play: begin } : { why: words.list.cannotPlay }}
      grip={grip && <Handle title={title} {...grip} onKeyDown={(event) => stepByKey(event, step)} />}
      named={isNext ? undefined : named}
      tools={
        <ListTools
          {...named}
          more={[
            { label: words.menu.toRecording, to: `/video/${video_id}` },
            ...songs.map((song) => ({
              label: songs.length > 1 ? words.menu.toOneOf(song.title) : words.menu.toSong,
              to: `/song/${song.id}`,
            })),
            ...(grip ? [{ label: words.menu.remove, act: remove }] : []),
          ]}
        />
      }
    />
  );
}

function sayWhere({ performance_id, video_title, can_play, ...played }: PlayEntry, from: Props["from"]): string {
  const where = performance_id !== null ? [video_title] : [];
  // a collection has nothing but whole recordings
  const why = can_play ? [] : ["collection" in from ? words.list.notReady : words.list.cannotPlay];
  return [...why, ...where, formatDay(played)].join(" · ");
}
