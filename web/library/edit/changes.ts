// What editors do to recordings in the list. Each change says what it did and how to take it back, then the list is loaded anew.
import type { QueryClient } from "@tanstack/react-query";
import type { QuickChange, Video, VideoInList } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import { listQuery } from "#web/library/queries.ts";

type Named = Pick<VideoInList, "id" | "title">;

export async function setHidden(queries: QueryClient, { id, title }: Named, { hidden }: { hidden: boolean }) {
  try {
    await call("setHidden", { params: { id }, body: { hidden } });
  } catch (problem) {
    return showToast({ kind: "error", message: `Error occured: ${sayProblem(problem)}` });
  }
  showToast({
    kind: "done",
    message: hidden ? `“${title}” is hidden from viewers.` : `“${title}” can be seen again.`,
    action: { label: "Undo", run: () => void setHidden(queries, { id, title }, { hidden: !hidden }) },
  });
  await reload(queries, new Map([[id, { hidden }]]));
}

/** Into the trash, from where it can be taken back for a week. True when it was done. */
export async function trashVideo(queries: QueryClient, { id, title }: Named): Promise<boolean> {
  try {
    await call("trashVideo", { params: { id } });
  } catch (problem) {
    showToast({ kind: "error", message: `Error occured: ${sayProblem(problem)}` });
    return false;
  }
  showToast({
    kind: "done",
    message: `“${title}” is in the trash. It can be restored for 7 days.`,
    action: { label: "Undo", run: () => void restoreVideo(queries, { id, title }) },
  });
  forget(queries, new Set([id]));
  await reload(queries, new Map());
  return true;
}

/** Back must not show them as they were; a page that still shows one forgets it when it goes. */
function forget(queries: QueryClient, ids: ReadonlySet<string>): void {
  queries.setQueryData(listQuery.queryKey, (list) => list?.filter(({ id }) => !ids.has(id)));
  for (const id of ids) queries.removeQueries({ queryKey: videoQuery(id).queryKey, type: "inactive" });
}

async function restoreVideo(queries: QueryClient, { id, title }: Named): Promise<void> {
  try {
    await call("restoreVideo", { params: { id } });
    showToast({ kind: "done", message: `“${title}” is back.` });
  } catch (problem) {
    showToast({ kind: "error", message: `Error occured: ${sayProblem(problem)}` });
  }
  await reload(queries, new Map([[id, {}]]));
}

/** Many into the trash, with one message and one way back. True when it was done. */
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
  if (failure !== undefined) showToast({ kind: "error", message: `Error occured: ${failure}` });
  const takeBack = { label: "Undo", run: () => void moveMany(queries, moved, { trashed: false }) };
  if (moved.length > 0)
    showToast({
      kind: "done",
      message: trashed ? `${sayCount(moved.length)} in the trash, for 7 days.` : sayTakenBack(moved.length),
      ...(trashed && { action: takeBack }),
    });
  if (trashed) forget(queries, new Set(moved));
  await reload(queries, new Map());
  return failure === undefined;
}

const mostAtOnce = 200;

/** The same change to many, with one message and one way back. True when it was done. */
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
  const takeBack = { label: "Undo", run: () => void changeMany(queries, undo, sayTakenBack) };
  if (failure !== undefined) showToast({ kind: "error", message: `Error occured: ${failure}` });
  if (undo.length > 0) showToast({ kind: "done", message: say(undo.length), action: takeBack });
  else if (failure === undefined) showToast({ kind: "done", message: "They were like that already." });
  if (undo.length > 0 || failure === undefined) {
    const done = failure === undefined ? changes : [];
    await reload(queries, new Map(done.map((change) => [change.id, change])));
  }
  return failure === undefined;
}

/** Saves an edited video on top of the revision it carries; the way back saves the values before. */
export async function saveVideo(queries: QueryClient, before: Video, edited: Video): Promise<Video> {
  const { video } = await call("saveVideo", { params: { id: edited.id }, body: { video: edited } });
  const { title, add_date, time_missing, prevent_autodelete, description } = before;
  const earlier = { ...video, title, add_date, time_missing, prevent_autodelete, description };
  showToast({
    kind: "done",
    message: `“${video.title}” is saved.`,
    ...(video.revision !== before.revision && {
      action: { label: "Undo", run: () => void undoSave(queries, video, earlier) },
    }),
  });
  await reload(queries, new Map([[video.id, video]]));
  return video;
}

async function undoSave(queries: QueryClient, saved: Video, earlier: Video): Promise<void> {
  try {
    await saveVideo(queries, saved, earlier);
  } catch (problem) {
    showToast({ kind: "error", message: `Error occured while saving metadata: ${sayProblem(problem)}` });
  }
}

const knowable = ["title", "add_date", "time_missing", "hidden", "prevent_autodelete"] as const;
type Known = { [K in (typeof knowable)[number]]?: VideoInList[K] | undefined };

/** What is known already shows at once; the list that the server then gives has the last word. */
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

export function sayCount(count: number): string {
  return count === 1 ? "1 recording is" : `${count} recordings are`;
}

function sayTakenBack(count: number): string {
  return count === 1 ? "Taken back for 1 recording." : `Taken back for ${count} recordings.`;
}
