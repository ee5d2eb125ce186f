// Recordings that leave, stay and come back: the questions about them, and what a change makes stale.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { RetentionRule } from "#contract/retention.ts";
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";

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

/** Keeps a recording from leaving, or lets it go on; each with its way back. */
export async function protect(queries: QueryClient, video: Named, { isProtected = true } = {}): Promise<void> {
  try {
    await call("changeMany", { body: { changes: [{ id: video.id, prevent_autodelete: isProtected }] } });
  } catch (problem) {
    return tell(problem);
  }
  showToast({
    kind: "done",
    message: isProtected
      ? `“${video.title}” stays: automatic deletion leaves it alone.`
      : `“${video.title}” is no longer kept from automatic deletion.`,
    action: { label: "Undo", run: () => void protect(queries, video, { isProtected: !isProtected }) },
  });
  await refresh(queries);
}

export async function restore(queries: QueryClient, video: Named): Promise<void> {
  try {
    await call("restoreVideo", { params: { id: video.id } });
  } catch (problem) {
    return tell(problem);
  }
  showToast({
    kind: "done",
    message: `“${video.title}” is back in the archive.`,
    action: { label: "Undo", run: () => void trash(queries, video) },
  });
  await refresh(queries);
}

async function trash(queries: QueryClient, video: Named): Promise<void> {
  try {
    await call("trashVideo", { params: { id: video.id } });
  } catch (problem) {
    return tell(problem);
  }
  showToast({ kind: "done", message: `“${video.title}” is in the trash again.` });
  await refresh(queries);
}

export async function refresh(queries: QueryClient): Promise<void> {
  await Promise.all(
    ["retention", "trash", "videos", "video", "storage", "history"].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: problem instanceof Error ? problem.message : String(problem) });
}
