// Entries in their order, for lists and collections. Who may change it moves them by dragging, or with the arrow keys, and
// removes them.
import { useLayoutEffect, useRef, useState } from "react";
import type { PlayEntry, QueueStart } from "#contract/lists.ts";
import { EntryRow } from "./entry-row.tsx";
import css from "./lists.module.css";
import { moveItem } from "./reorder.ts";
import { useDrag } from "./use-drag.ts";
import { words } from "./words.ts";

interface Props {
  entries: readonly PlayEntry[];
  from: QueueStart["from"];
  canChange: boolean;
  /** Missing: a queue is made from where it belongs to. */
  play?: (entry: PlayEntry) => void;
  /** `next` is the new order, in which the entry is at `to`. */
  move: (next: PlayEntry[], to: number) => void;
  /** Resolves to whether it is removed. */
  remove: (entry: PlayEntry) => Promise<boolean>;
}

export function EntryRows({ entries, from, canChange, play, move, remove }: Props) {
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
    // the button is gone: the focus goes to the same place of the list
    const buttons = rows.current?.querySelectorAll<HTMLElement>("[data-remove]");
    buttons?.[Math.min(index, buttons.length - 1)]?.focus();
  };
  const drag = useDrag(rows, step);
  const shown = drag.dragged ? moveItem(entries, drag.dragged.from, drag.dragged.to) : entries;
  return (
    <>
      <ol ref={rows} className={css.rows}>
        {shown.map((entry, index) => (
          <EntryRow
            key={`${entry.video_id} ${entry.performance_id}`}
            {...{ from, entry, play }}
            isDragged={drag.dragged?.to === index}
            grip={canChange ? drag.grip(index) : undefined}
            step={(by) => stepBy(entry, by)}
            remove={() => void drop(entry, index)}
          />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}
