// What editors do to collections: making, changing, deleting them, and their order. Each is one transaction with its entry in
// the history; a save of a page that is out of date is refused.
import { isDeepStrictEqual } from "node:util";
import { collectionLimits, type EditedCollection, type NewCollection } from "#contract/collections/collections.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import type { CollectionRow } from "#server/database/tables.ts";
import { recordEvent } from "#server/history/log.ts";
import { newVideoId } from "#server/library/add.ts";
import type { Editor } from "#server/library/edit.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { getVideo, listByIds } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { notFound, readCollection, selectCollections } from "./collection.ts";
import { words } from "./words.ts";

/** What can be changed of a collection, as the history keeps it. */
export interface CollectionValues {
  title?: string | undefined;
  level?: string | null | undefined;
  picture?: string | null | undefined;
  deleted?: boolean | undefined;
  videos?: readonly string[] | undefined;
}

interface Changed {
  id: string;
  /** The id of the change in the history, for Undo; null when nothing had to be changed. */
  change: string | null;
}

export async function makeCollection(
  db: Database,
  editor: Editor,
  { title, level = null, videos = [] }: NewCollection,
): Promise<Changed> {
  return changeLibrary(db, async (trx) => {
    await forgetDeleted(trx, editor.now);
    const all = await selectCollections(trx).execute();
    if (all.length >= collectionLimits.collections) throw new Refusal("conflict", words.tooMany);
    requireLevel(level, editor);
    await requireVideos(trx, videos);
    const id = newVideoId();
    const place = Math.max(-1, ...all.map((one) => one.place)) + 1;
    const row = { id, title, level, place, picture: null, created_at: editor.now, deleted_at: null };
    await trx.insertInto("collection").values(row).execute();
    await replaceVideos(trx, id, videos);
    const change = await recordEvent(trx, {
      ...{ at: editor.now, kind: "collection-made", actorId: editor.memberId },
      detail: { collection_id: id, title, revision: 1, before: { deleted: true }, after: { deleted: false } },
    });
    return { id, change };
  });
}

export async function saveCollection(
  db: Database,
  editor: Editor,
  { id, edited: { revision, ...wanted } }: { id: string; edited: EditedCollection },
): Promise<Changed> {
  return changeLibrary(db, async (trx) => {
    const { row, entries } = await readCollection(trx, audiences.editors, id);
    const stored = await listVideos(trx, id);
    const values: CollectionValues = { ...wanted };
    if (wanted.level !== undefined && wanted.level !== row.level) requireLevel(wanted.level, editor);
    if (wanted.videos) {
      await requireVideos(trx, wanted.videos);
      const seen = new Set(entries.map(({ video_id }) => video_id));
      values.videos = keepUnseen(stored, { seen, wanted: wanted.videos });
    }
    const { after } = differences({ row, videos: stored }, values);
    // a save that was sent twice, or that changes nothing, is not a conflict
    if (Object.keys(after).length === 0) return { id, change: null };
    if (revision !== row.revision) throw new Refusal("conflict", words.changedMeanwhile);
    return changeCollection(trx, editor, { row, values });
  });
}

/** `picture` is the id of one that is stored; null: those of its first recordings are shown. */
export async function setPicture(
  db: Database,
  editor: Editor,
  { id, picture }: { id: string; picture: string | null },
): Promise<Changed> {
  return changeLibrary(db, async (trx) => {
    const { row } = await readCollection(trx, audiences.editors, id);
    return changeCollection(trx, editor, { row, values: { picture } });
  });
}

export async function deleteCollection(db: Database, editor: Editor, id: string): Promise<string | null> {
  return changeLibrary(db, async (trx) => {
    await forgetDeleted(trx, editor.now);
    const { row } = await readCollection(trx, audiences.editors, id);
    return (await changeCollection(trx, editor, { row, values: { deleted: true } })).change;
  });
}

export async function changeCollection(
  trx: LockedTrx,
  editor: Editor,
  { row, values }: { row: CollectionRow; values: CollectionValues },
): Promise<Changed> {
  const { before, after } = differences({ row, videos: await listVideos(trx, row.id) }, values);
  if (Object.keys(after).length === 0) return { id: row.id, change: null };
  const { videos, deleted, ...fields } = after;
  const revision = row.revision + 1;
  await trx
    .updateTable("collection")
    .set({ ...fields, ...(deleted !== undefined && { deleted_at: deleted ? editor.now : null }), revision })
    .where("id", "=", row.id)
    .execute();
  if (videos) await replaceVideos(trx, row.id, videos);
  const change = await recordEvent(trx, {
    ...{ at: editor.now, kind: after.deleted ? "collection-deleted" : "collection-changed" },
    actorId: editor.memberId,
    detail: { collection_id: row.id, title: row.title, revision, before, after },
  });
  return { id: row.id, change };
}

/** All of them, each once: what was added or deleted meanwhile is not moved by accident. */
export async function orderCollections(db: Database, editor: Editor, ids: readonly string[]): Promise<string | null> {
  return changeLibrary(db, async (trx) => {
    const before = (await selectCollections(trx).execute()).map(({ id }) => id);
    if (!isDeepStrictEqual(before.toSorted(), ids.toSorted()))
      throw new Refusal("conflict", words.orderChangedMeanwhile);
    return isDeepStrictEqual(before, ids) ? null : writeOrder(trx, editor, { before, after: ids });
  });
}

export async function writeOrder(
  trx: LockedTrx,
  editor: Editor,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<string> {
  for (const [place, id] of after.entries())
    await trx.updateTable("collection").set({ place }).where("id", "=", id).execute();
  return recordEvent(trx, {
    ...{ at: editor.now, kind: "collections-ordered", actorId: editor.memberId },
    detail: { before: { ids: before }, after: { ids: after } },
  });
}

/** As it is stored: also with those that nobody may see at the moment. */
async function listVideos(trx: Trx, id: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("collection_entry")
    .select("video_id")
    .where("collection_id", "=", id)
    .orderBy("place")
    .execute();
  return rows.map(({ video_id }) => video_id);
}

const rowsAtOnce = 200;

async function replaceVideos(trx: Trx, id: string, videos: readonly string[]): Promise<void> {
  await trx.deleteFrom("collection_entry").where("collection_id", "=", id).execute();
  const rows = videos.map((video_id, place) => ({ collection_id: id, video_id, place }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto("collection_entry")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}

/** What is in the trash stays behind the recording that it follows, so that it is back at its place when it is restored. */
function keepUnseen(
  stored: readonly string[],
  { seen, wanted }: { seen: ReadonlySet<string>; wanted: readonly string[] },
): string[] {
  const list = [...wanted];
  for (const [at, id] of stored.entries()) {
    if (seen.has(id)) continue;
    const before = stored[at - 1];
    list.splice(before === undefined ? 0 : list.indexOf(before) + 1, 0, id);
  }
  return list;
}

/** The fields that would change, as they are and as they would be. */
function differences(
  { row, videos }: { row: CollectionRow; videos: readonly string[] },
  values: CollectionValues,
): { before: CollectionValues; after: CollectionValues } {
  const { title, level, picture } = row;
  const now: Required<CollectionValues> = { title, level, picture, videos, deleted: row.deleted_at !== null };
  const fields = (Object.keys(values) as (keyof CollectionValues)[]).filter(
    (field) => values[field] !== undefined && !isDeepStrictEqual(values[field], now[field]),
  );
  const pick = (from: CollectionValues): CollectionValues =>
    Object.fromEntries(fields.map((field) => [field, from[field]]));
  return { before: pick(now), after: pick(values) };
}

function requireLevel(level: string | null, { levels = [] }: Editor): void {
  if (level === null || levels.includes(level)) return;
  throw new Refusal("bad-input", words.level, { fields: [{ field: "level", rule: words.levelRule }] });
}

async function requireVideos(trx: Trx, ids: readonly string[]): Promise<void> {
  const found = new Set((await listByIds(trx, audiences.editors, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  // says that there is no such recording
  if (missing !== undefined) await getVideo(trx, audiences.editors, missing);
}

const keptMs = 30 * 86_400_000;

/** Deletes for good what was deleted more than 30 days ago. */
async function forgetDeleted(trx: Trx, now: Date): Promise<void> {
  await trx
    .deleteFrom("collection")
    .where("deleted_at", "<", new Date(now.getTime() - keptMs))
    .execute();
}

/** Also one that is deleted, to undo that. */
export async function getStored(trx: Trx, id: string): Promise<CollectionRow> {
  const row = await trx.selectFrom("collection").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
