// Saves changes of a collection one after the other, each with the revision that the one before it has left. A save that the
// server refuses is shown, and the collection is read again.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Collection } from "#contract/collections/collections.ts";
import type { PlayEntry } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { collectionQuery, collectionsQuery, refreshCollections } from "./queries.ts";
import { words } from "./words.ts";

interface Wish {
  title?: string;
  level?: string | null;
  videos?: string[];
  /** Said when it is done; nothing for another order. */
  message?: string;
}

export function useCollectionChange({ id }: Pick<Collection, "id">) {
  const queries = useQueryClient();
  const { queryKey } = collectionQuery(id);
  const refresh = () => refreshCollections(queries);
  const save = useMutation({
    scope: { id: `collection ${id}` },
    mutationFn: ({ message: _message, ...wish }: Wish) => {
      const revision = queries.getQueryData(queryKey)?.revision ?? 0;
      return call("saveCollection", { params: { id }, body: { revision, ...wish } });
    },
    onSuccess: async ({ collection, change }, { message }) => {
      const { entries: _entries, ...rest } = collection;
      // entries that were moved again meanwhile stay as they are shown
      queries.setQueryData(queryKey, (shown) => (shown && message === undefined ? { ...shown, ...rest } : collection));
      await queries.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      if (message !== undefined) showDone({ message, changes: change, tell, refresh });
    },
    onError: async (problem) => {
      tell(problem);
      await refresh();
    },
  });
  const idsOf = (entries: readonly PlayEntry[]) => entries.map(({ video_id }) => video_id);
  const shownIds = () => idsOf(queries.getQueryData(queryKey)?.entries ?? []);
  const keep = async (wish: Wish): Promise<boolean> =>
    save.mutateAsync(wish).then(
      () => true,
      () => false,
    );
  return {
    isPending: save.isPending,
    save: keep,
    reorder(next: PlayEntry[]): void {
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (shown) => shown && { ...shown, entries: next });
      save.mutate({ videos: idsOf(next) });
    },
    remove: async ({ video_id, title }: PlayEntry): Promise<boolean> =>
      keep({ videos: shownIds().filter((one) => one !== video_id), message: words.removed(title) }),
    /** Adds it at the end, or removes it. */
    toggle: async ({ id: video, title }: { id: string; title: string }): Promise<boolean> => {
      const ids = shownIds();
      const isIn = ids.includes(video);
      const videos = isIn ? ids.filter((one) => one !== video) : [...ids, video];
      return keep({ videos, message: isIn ? words.removed(title) : words.added(title) });
    },
  };
}

export function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.changeFailed(sayProblem(problem)) });
}
