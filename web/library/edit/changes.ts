// What editors do to recordings in the list. Each change shows a message, with Undo where it can be undone, and reloads the list.
import type { QueryClient } from "@tanstack/react-query";
import type { QuickChange, Video, VideoInList } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { listQuery } from "#web/list-query.ts";
import { showToast } from "#web/ui/toast.tsx";
import { inPieces } from "#web/undo/pieces.ts";
import { showDone } from "#web/undo/undo.ts";
import { videoQuery } from "#web/video-query.ts";
import { words } from "./words.ts";

const { messages } = words;

/** The studio's table. */
export const recordingsKey = ["recordings"];

type Named = Pick<VideoInList, "id" | "title">;

export async function setHidden(queries: QueryClient, { id, title }: Named, { hidden }: { hidden: boolean }) {
  try {
    const { change } = await call("setHidden", { params: { id }, body: { hidden } });
    tellDone(queries, {
      message: hidden ? messages.hidden(title) : messages.unhidden(title),
      changes: change,
      ids: [id],
    });
  } catch (problem) {
    return tellFailure(problem);
  }
  await reload(queries, new Map([[id, { hidden }]]));
}

interface Done {
  message: string;
  changes: string | null | readonly string[];
  /** The recordings that Undo changes again. */
  ids: readonly string[];
}

function tellDone(queries: QueryClient, { message, changes, ids }: Done): void {
  const refresh = () => reload(queries, new Map(ids.map((id) => [id, {}])));
  showDone({ message, changes, tell: tellFailure, refresh });
}

function tellFailure(problem: unknown): void {
  showToast({ kind: "error", message: messages.failed(sayProblem(problem)) });
}

/** Moves a recording to the trash, where it can be restored for 7 days. True when that worked. */
export async function trashVideo(queries: QueryClient, { id, title }: Named): Promise<boolean> {
  try {
    const { change } = await call("trashVideo", { params: { id } });
    tellDone(queries, { message: messages.trashed(title), changes: change, ids: [id] });
  } catch (problem) {
    tellFailure(problem);
    return false;
  }
  forget(queries, new Set([id]));
  await reload(queries, new Map());
  return true;
}

/** Going back must not show them from the cache; a page that still shows one drops it when it closes. */
function forget(queries: QueryClient, ids: ReadonlySet<string>): void {
  queries.setQueryData(listQuery.queryKey, (list) => list?.filter(({ id }) => !ids.has(id)));
  for (const id of ids) queries.removeQueries({ queryKey: videoQuery(id).queryKey, type: "inactive" });
}

/** Moves many to the trash, with one message and one Undo. True when that worked. */
export async function trashMany(queries: QueryClient, ids: readonly string[]): Promise<boolean> {
  const moved: string[] = [];
  const { changes, isWhole } = await inParts(ids, async (part) => {
    const answer = await call("moveMany", { body: { ids: part, trashed: true } });
    moved.push(...answer.moved);
    return answer.changes;
  });
  if (moved.length > 0) tellDone(queries, { message: messages.manyTrashed(moved.length), changes, ids: moved });
  forget(queries, new Set(moved));
  await reload(queries, new Map());
  return isWhole;
}

/** The same change to many, with one message and one Undo. True when that worked. */
export async function changeMany(
  queries: QueryClient,
  wanted: readonly QuickChange[],
  say: (count: number) => string,
): Promise<boolean> {
  const { changes, isWhole } = await inParts(
    wanted,
    async (part) => (await call("changeMany", { body: { changes: part } })).changes,
  );
  const message = changes.length > 0 ? say(changes.length) : messages.nothingToChange;
  if (changes.length === 0 && !isWhole) return false;
  tellDone(queries, { message, changes, ids: wanted.map(({ id }) => id) });
  const known = ({ id, hidden, prevent_autodelete }: QuickChange) => [id, { hidden, prevent_autodelete }] as const;
  await reload(queries, new Map(isWhole ? wanted.map(known) : []));
  return isWhole;
}

/** Sends many in parts. A failure is told, and ends it; what was done before it stays done. */
async function inParts<T>(all: readonly T[], send: (part: T[]) => Promise<readonly string[]>) {
  const changes: string[] = [];
  try {
    await inPieces(all, async (part) => void changes.push(...(await send(part))));
    return { changes, isWhole: true };
  } catch (problem) {
    tellFailure(problem);
    return { changes, isWhole: false };
  }
}

/** Saves an edited recording on top of the revision it carries. */
export async function saveVideo(queries: QueryClient, edited: Video): Promise<Video> {
  const { video, change } = await call("saveVideo", { params: { id: edited.id }, body: { video: edited } });
  tellDone(queries, { message: messages.saved(video.title), changes: change, ids: [video.id] });
  await reload(queries, new Map([[video.id, video]]));
  return video;
}

const knowable = ["title", "add_date", "time_missing", "only_known", "hidden", "prevent_autodelete"] as const;
type Known = { [K in (typeof knowable)[number]]?: VideoInList[K] | undefined };

/** Shows the change at once; the list that the server then sends replaces it. */
async function reload(queries: QueryClient, known: ReadonlyMap<string, Known>): Promise<void> {
  queries.setQueryData(listQuery.queryKey, (list) => list?.map((video) => patch(video, known.get(video.id))));
  await Promise.all([
    queries.invalidateQueries({ queryKey: listQuery.queryKey }),
    queries.invalidateQueries({ queryKey: recordingsKey }),
    ...[...known.keys()].map((id) => queries.invalidateQueries({ queryKey: videoQuery(id).queryKey })),
  ]);
}

function patch(video: VideoInList, known: Known | undefined): VideoInList {
  if (!known) return video;
  const next = { ...video };
  for (const field of knowable) if (known[field] !== undefined) Object.assign(next, { [field]: known[field] });
  return next;
}
