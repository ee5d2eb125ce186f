// The entries of a list, or of what comes in the queue. Its owner puts them into another order and removes them.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { EntryKey, PlayEntry, PlayList } from "#contract/lists.ts";
import { sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { changeEntries } from "./changes.ts";
import { makeList } from "./making.ts";
import { EntryRows } from "./rows/entry-rows.tsx";
import { listQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  list: PlayList;
  /** Only those from there on. */
  after?: number;
  play?: (entry: PlayEntry) => void;
}

export function Entries({ list, after = 0, play }: Props) {
  const queries = useQueryClient();
  const remove = useRemoving(list);
  const before = list.entries.slice(0, after);
  const move = async (next: PlayEntry[], to: number) => {
    const [moved, following] = [next[to], next[to + 1]];
    if (!moved) return;
    const { queryKey } = listQuery(list.id);
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { ...list, entries: [...before, ...next] });
    const body = { move: keyOf(moved), before: following ? keyOf(following) : null };
    const made = await changeEntries(list.id, body).catch(tellOf(list));
    if (!made?.isKept) await refreshLists(queries);
  };
  return (
    <EntryRows
      entries={list.entries.slice(after)}
      from={{ list: list.id }}
      canChange={list.is_mine}
      play={play}
      move={(next, to) => void move(next, to)}
      remove={(entry) => remove([entry])}
    />
  );
}

/** One of them, or all that come. Resolves to whether they are removed. */
export function useRemoving(list: Pick<PlayList, "id" | "kind">): (entries: readonly PlayEntry[]) => Promise<boolean> {
  const queries = useQueryClient();
  const refresh = () => refreshLists(queries);
  const tell = tellOf(list);
  return async (entries) => {
    const changes: string[] = [];
    let isKept = false;
    try {
      for (const keys of inParts(entries)) {
        const made = await changeEntries(list.id, { remove: keys });
        isKept ||= made.isKept;
        if (made.change) changes.push(made.change);
      }
      const { queryKey } = listQuery(list.id);
      const isGone = (entry: PlayEntry) => entries.some((one) => isSame(one, entry));
      if (isKept)
        queries.setQueryData(queryKey, (old) => old && { ...old, entries: old.entries.filter((one) => !isGone(one)) });
      const [only] = entries;
      const message = entries.length === 1 && only ? words.removed[list.kind](only.title) : words.queue.cleared;
      showDone({ message: isKept ? words.kept(message) : message, changes, tell, refresh });
      return true;
    } catch (problem) {
      tell(problem);
      return false;
    } finally {
      if (!isKept) await refresh();
    }
  };
}

/** As a playlist of one's own. */
export async function keepAsPlaylist(
  queries: QueryClient,
  { title, entries }: { title: string; entries: readonly EntryKey[] },
): Promise<void> {
  const [first = [], ...rest] = inParts(entries);
  const id = await makeList(queries, { title, entries: first });
  for (const keys of rest) await changeEntries(id, { add: keys });
  showToast({ kind: "done", message: words.list.kept(title) });
  await refreshLists(queries);
}

/** How many the server takes at once. */
const mostAtOnce = 200;

function inParts(entries: readonly EntryKey[]): EntryKey[][] {
  const parts: EntryKey[][] = [];
  for (let from = 0; from < entries.length; from += mostAtOnce)
    parts.push(entries.slice(from, from + mostAtOnce).map(keyOf));
  return parts;
}

const isSame = (one: EntryKey, other: EntryKey) =>
  one.video_id === other.video_id && one.performance_id === other.performance_id;

export function keyOf({ video_id, performance_id }: EntryKey): EntryKey {
  return { video_id, performance_id };
}

function tellOf({ kind }: Pick<PlayList, "kind">): (problem: unknown) => void {
  const say = kind === "queue" ? words.queue.failed : words.list.changeFailed;
  return (problem) => showToast({ kind: "error", message: say(sayProblem(problem)) });
}
