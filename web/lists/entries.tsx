// The entries of a list. Its owner puts them into another order and removes them.
import { useQueryClient } from "@tanstack/react-query";
import type { EntryKey, PlayEntry, PlayList } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { EntryRows } from "./entry-rows.tsx";
import { listQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export function Entries({ list }: { list: PlayList }) {
  const queries = useQueryClient();
  const refresh = () => refreshLists(queries);
  const move = async (next: PlayEntry[], to: number) => {
    const [moved, before] = [next[to], next[to + 1]];
    if (!moved) return;
    const { queryKey } = listQuery(list.id);
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { ...list, entries: next });
    await change({ move: keyOf(moved), before: before ? keyOf(before) : null });
  };
  const remove = async (entry: PlayEntry) => {
    const made = await change({ remove: [keyOf(entry)] });
    if (made) showDone({ message: words.list.removed(entry.title), changes: made.change, tell, refresh });
    return made !== undefined;
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
  return (
    <EntryRows
      entries={list.entries}
      from={{ list: list.id }}
      canChange={list.is_mine}
      move={(next, to) => void move(next, to)}
      remove={remove}
    />
  );
}

function keyOf({ video_id, performance_id }: PlayEntry): EntryKey {
  return { video_id, performance_id };
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.list.changeFailed(sayProblem(problem)) });
}
