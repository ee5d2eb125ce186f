// Favourites: whether something is one, and changing that. The heart changes at once; if the server refuses, it changes back.
// Without a connection it stays, and is told later.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EntryKey } from "#contract/lists.ts";
import { sayProblem } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { showDone } from "#web/undo/undo.ts";
import { showToast } from "#web/ui/toast.tsx";
import { changeEntries } from "./changes.ts";
import { favouritesQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export interface Named {
  entry: EntryKey;
  title: string;
}

export function useFavourite(named: Named): { isFavourite: boolean; toggle: () => void } {
  const queries = useQueryClient();
  const { user, isCut } = useUser();
  // not while somebody logs out
  const { data } = useQuery({ ...favouritesQuery, enabled: user !== null && !isCut });
  return { isFavourite: data ? isIn(data, named.entry) : false, toggle: () => void toggleFavourite(queries, named) };
}

interface Favourites {
  videos: string[];
  performances: string[];
}

function isIn({ videos, performances }: Favourites, { video_id, performance_id }: EntryKey): boolean {
  return performance_id === null ? videos.includes(video_id) : performances.includes(performance_id);
}

export async function toggleFavourite(queries: QueryClient, { entry, title }: Named): Promise<void> {
  const { queryKey } = favouritesQuery;
  const fail = (problem: unknown) => showToast({ kind: "error", message: words.heart.failed(sayProblem(problem)) });
  let before: Favourites | undefined;
  try {
    before = await queries.ensureQueryData(favouritesQuery);
    const isFavourite = isIn(before, entry);
    await queries.cancelQueries({ queryKey });
    const field = entry.performance_id === null ? "videos" : "performances";
    const id = entry.performance_id ?? entry.video_id;
    const ids = before[field].filter((one) => one !== id);
    queries.setQueryData(queryKey, { ...before, [field]: isFavourite ? ids : [id, ...ids] });
    const body = isFavourite ? { remove: [entry] } : { add: [entry] };
    const { change, isKept } = await changeEntries("favourites", body);
    const message = isFavourite ? words.heart.removed(title) : words.heart.added(title);
    showDone({
      message: isKept ? words.kept(message) : message,
      changes: change,
      tell: fail,
      refresh: () => refreshLists(queries),
    });
    if (isKept) return;
  } catch (problem) {
    if (before) queries.setQueryData(queryKey, before);
    fail(problem);
  }
  await refreshLists(queries);
}
