// The entries of a list. Its owner puts them into another order by dragging, or with the arrow keys, and removes them.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { EntryKey, PlayEntry, PlayList } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { EntryRow } from "./entry-row.tsx";
import css from "./lists.module.css";
import { listQuery, refreshLists } from "./queries.ts";
import { moveItem } from "./reorder.ts";
import { useDrag } from "./use-drag.ts";
import { words } from "./words.ts";

export function Entries({ list }: { list: PlayList }) {
  const queries = useQueryClient();
  const rows = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const refresh = () => refreshLists(queries);
  const { entries } = list;
  const move = async (from: number, to: number) => {
    const moved = entries[from];
    if (!moved || from === to || to < 0 || to >= entries.length) return;
    const next = moveItem(entries, from, to);
    const { queryKey } = listQuery(list.id);
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { ...list, entries: next });
    setSaid(words.list.moved(moved.title, to + 1, next.length));
    const before = next[to + 1];
    await change({ move: keyOf(moved), before: before ? keyOf(before) : null });
  };
  const remove = async (entry: PlayEntry, index: number) => {
    const made = await change({ remove: [keyOf(entry)] });
    if (!made) return;
    showDone({ message: words.list.removed(entry.title), changes: made.change, tell, refresh });
    // the button is gone: the focus goes to the same place of the list
    const buttons = rows.current?.querySelectorAll<HTMLElement>("[data-remove]");
    buttons?.[Math.min(index, buttons.length - 1)]?.focus();
  };
  const change = async (body: Parameters<typeof call<"changeEntries">>[1]["body"]) => {
    try {
      return await call("changeEntries", { params: { id: list.id }, body });
    } catch (problem) {
      tell(problem);
      return undefined;
    } finally {
      await refresh();
    }
  };
  const drag = useDrag(rows, (from, to) => void move(from, to));
  const shown = drag.dragged ? moveItem(entries, drag.dragged.from, drag.dragged.to) : entries;
  return (
    <>
      <ol ref={rows} className={css.rows}>
        {shown.map((entry, index) => (
          <EntryRow
            key={`${entry.video_id} ${entry.performance_id}`}
            {...{ list, entry }}
            isDragged={drag.dragged?.to === index}
            grip={list.is_mine ? drag.grip(index) : undefined}
            step={(by) => void move(index, index + by)}
            remove={() => void remove(entry, index)}
          />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}

function keyOf({ video_id, performance_id }: PlayEntry): EntryKey {
  return { video_id, performance_id };
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.list.changeFailed(sayProblem(problem)) });
}
