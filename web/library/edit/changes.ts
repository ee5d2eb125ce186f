// What editors do to recordings in the list. Each change shows a message, with Undo where it can be undone, and reloads the list.
import type { QueryClient } from "@tanstack/react-query";
import type { QuickChange, Video, VideoInList } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import { listQuery } from "#web/library/queries.ts";
import { words } from "./words.ts";

const { messages } = words;

type Named = Pick<VideoInList, "id" | "title">;

export async function setHidden(queries: QueryClient, { id, title }: Named, { hidden }: { hidden: boolean }) {
  try {
    await call("setHidden", { params: { id }, body: { hidden } });
  } catch (problem) {
    return showToast({ kind: "error", message: messages.failed(sayProblem(problem)) });
  }
  showToast({
    kind: "done",
    message: hidden ? messages.hidden(title) : messages.unhidden(title),
    action: { label: messages.undo, run: () => void setHidden(queries, { id, title }, { hidden: !hidden }) },
  });
  await reload(queries, new Map([[id, { hidden }]]));
}

/** Moves a recording to the trash, where it can be restored for 7 days. True when that worked. */
export async function trashVideo(queries: QueryClient, { id, title }: Named): Promise<boolean> {
  try {
    await call("trashVideo", { params: { id } });
  } catch (problem) {
    showToast({ kind: "error", message: messages.failed(sayProblem(problem)) });
    return false;
  }
  showToast({
    kind: "done",
    message: messages.trashed(title),
    action: { label: messages.undo, run: () => void restoreVideo(queries, { id, title }) },
  });
  forget(queries, new Set([id]));
  await reload(queries, new Map());
  return true;
}

/** Going back must not show them from the cache; a page that still shows one drops it when it closes. */
function forget(queries: QueryClient, ids: ReadonlySet<string>): void {
  queries.setQueryData(listQuery.queryKey, (list) => list?.filter(({ id }) => !ids.has(id)));
  for (const id of ids) queries.removeQueries({ queryKey: videoQuery(id).queryKey, type: "inactive" });
}

async function restoreVideo(queries: QueryClient, { id, title }: Named): Promise<void> {
  try {
    await call("restoreVideo", { params: { id } });
    showToast({ kind: "done", message: messages.restored(title) });
  } catch (problem) {
    showToast({ kind: "error", message: messages.failed(sayProblem(problem)) });
  }
  await reload(queries, new Map([[id, {}]]));
}

/** Moves many to the trash, with one message and one Undo. True when that worked. */
export function trashMany(queries: QueryClient, ids: readonly string[]): Promise<boolean> {
  return moveMany(queries, ids, { trashed: true });
}

async function moveMany(queries: QueryClient, ids: readonly string[], { trashed }: { trashed: boolean }) {
  const moved: string[] = [];
  let failure: string | undefined;
  for (let start = 0; start < ids.length && failure === undefined; start += mostAtOnce) {
    try {
      const answer = await call("moveMany", { body: { ids: ids.slice(start, start + mostAtOnce), trashed } });
      moved.push(...answer.moved);
    } catch (problem) {
      failure = sayProblem(problem);
    }
  }
  if (failure !== undefined) showToast({ kind: "error", message: messages.failed(failure) });
  const undoAction = { label: messages.undo, run: () => void moveMany(queries, moved, { trashed: false }) };
  if (moved.length > 0)
    showToast({
      kind: "done",
      message: trashed ? messages.manyTrashed(moved.length) : messages.manyRestored(moved.length),
      ...(trashed && { action: undoAction }),
    });
  if (trashed) forget(queries, new Set(moved));
  await reload(queries, new Map());
  return failure === undefined;
}

const mostAtOnce = 200;

/** The same change to many, with one message and one Undo. True when that worked. */
export async function changeMany(
  queries: QueryClient,
  changes: readonly QuickChange[],
  say: (count: number) => string,
): Promise<boolean> {
  const undo: QuickChange[] = [];
  let failure: string | undefined;
  for (let start = 0; start < changes.length && failure === undefined; start += mostAtOnce) {
    try {
      const answer = await call("changeMany", { body: { changes: changes.slice(start, start + mostAtOnce) } });
      undo.push(...answer.undo);
    } catch (problem) {
      failure = sayProblem(problem);
    }
  }
  const undoAction = { label: messages.undo, run: () => void changeMany(queries, undo, messages.undone) };
  if (failure !== undefined) showToast({ kind: "error", message: messages.failed(failure) });
  if (undo.length > 0) showToast({ kind: "done", message: say(undo.length), action: undoAction });
  else if (failure === undefined) showToast({ kind: "done", message: messages.nothingToChange });
  if (undo.length > 0 || failure === undefined) {
    const done = failure === undefined ? changes : [];
    await reload(queries, new Map(done.map((change) => [change.id, change])));
  }
  return failure === undefined;
}

/** Saves an edited recording on top of the revision it carries; Undo saves the earlier values. */
export async function saveVideo(queries: QueryClient, before: Video, edited: Video): Promise<Video> {
  const { video } = await call("saveVideo", { params: { id: edited.id }, body: { video: edited } });
  const { title, add_date, time_missing, prevent_autodelete, description } = before;
  const earlier = { ...video, title, add_date, time_missing, prevent_autodelete, description };
  showToast({
    kind: "done",
    message: messages.saved(video.title),
    ...(video.revision !== before.revision && {
      action: { label: messages.undo, run: () => void undoSave(queries, video, earlier) },
    }),
  });
  await reload(queries, new Map([[video.id, video]]));
  return video;
}

async function undoSave(queries: QueryClient, saved: Video, earlier: Video): Promise<void> {
  try {
    await saveVideo(queries, saved, earlier);
  } catch (problem) {
    showToast({ kind: "error", message: messages.saveFailed(sayProblem(problem)) });
  }
}

const knowable = ["title", "add_date", "time_missing", "hidden", "prevent_autodelete"] as const;
type Known = { [K in (typeof knowable)[number]]?: VideoInList[K] | undefined };

/** Shows the change at once; the list that the server then sends replaces it. */
async function reload(queries: QueryClient, known: ReadonlyMap<string, Known>): Promise<void> {
  queries.setQueryData(listQuery.queryKey, (list) => list?.map((video) => patch(video, known.get(video.id))));
  await Promise.all([
    queries.invalidateQueries({ queryKey: listQuery.queryKey }),
    ...[...known.keys()].map((id) => queries.invalidateQueries({ queryKey: ["video", id] })),
  ]);
}

function patch(video: VideoInList, known: Known | undefined): VideoInList {
  if (!known) return video;
  const next = { ...video };
  for (const field of knowable) if (known[field] !== undefined) Object.assign(next, { [field]: known[field] });
  return next;
}
