// Cleanup and trash: the queries, the actions with their Undo, and which queries a change makes stale.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { RetentionRule } from "#contract/retention.ts";
import type { QuickChange } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { Acting } from "./acting.ts";
import { words } from "./words.ts";

export const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: ({ signal }) => call("getRetention", { signal }),
});

export const previewQuery = (rule: RetentionRule) =>
  queryOptions({
    queryKey: ["retention", "preview", rule],
    queryFn: ({ signal }) => call("previewRetention", { body: { rule }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const trashQuery = queryOptions({
  queryKey: ["trash"],
  queryFn: async ({ signal }) => (await call("listTrash", { signal })).videos,
  staleTime: 0,
});

interface Named {
  id: string;
  title: string;
}

/** Protects a recording from automatic deletion. The server says what Undo does: a recording that was protected before stays so. */
export function protect(acting: Acting, { id, title }: Named): Promise<void> {
  return change(acting, title, [{ id, prevent_autodelete: true }]);
}

async function change(acting: Acting, title: string, changes: QuickChange[]): Promise<void> {
  let undo: QuickChange[];
  try {
    ({ undo } = await call("changeMany", { body: { changes } }));
  } catch (problem) {
    return acting.tell(problem);
  }
  const message = changes[0]?.prevent_autodelete ? words.keeping.protected(title) : words.keeping.unprotected(title);
  if (undo.length === 0) showToast({ kind: "done", message: words.keeping.unchanged(title) });
  else
    showToast({
      kind: "done",
      message,
      action: { label: words.undo, run: () => void change(acting, title, undo) },
    });
  await refresh(acting.queries);
}

export async function restore(acting: Acting, video: Named): Promise<void> {
  try {
    await call("restoreVideo", { params: { id: video.id } });
  } catch (problem) {
    return acting.tell(problem);
  }
  showToast({
    kind: "done",
    message: words.keeping.restored(video.title),
    action: { label: words.undo, run: () => void trash(acting, video) },
  });
  await refresh(acting.queries);
}

async function trash({ queries, tell }: Acting, video: Named): Promise<void> {
  try {
    await call("trashVideo", { params: { id: video.id } });
  } catch (problem) {
    return tell(problem);
  }
  showToast({ kind: "done", message: words.keeping.trashedAgain(video.title) });
  await refresh(queries);
}

export async function refresh(queries: QueryClient): Promise<void> {
  await Promise.all(
    ["retention", "trash", "videos", "video", "storage", "history"].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
