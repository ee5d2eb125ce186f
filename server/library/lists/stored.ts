// The entries of a list as they are stored, also those that nobody may see at the moment. For a transaction.
import { isPostgres, type Trx } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";

export interface StoredKey {
  video_id: string;
  /** Empty for the whole recording. */
  performance_id: string;
}

export function writeKey({ video_id, performance_id }: StoredKey): string {
  return `${video_id} ${performance_id}`;
}

export interface StoredEntry extends StoredKey {
  place: number;
}

/** Two changes of one list happen one after the other; SQLite has only one writer anyway. */
export async function lockList(trx: Trx, listId: string): Promise<void> {
  if (isPostgres(trx)) await trx.selectFrom("playlist").select("id").where("id", "=", listId).forUpdate().execute();
}

export async function readStored(trx: Trx, listId: string): Promise<StoredEntry[]> {
  return trx
    .selectFrom("playlist_entry")
    .select(["video_id", "performance_id", "place"])
    .where("playlist_id", "=", listId)
    .orderBy("place")
    .orderBy("video_id")
    .orderBy("performance_id")
    .execute();
}

export async function findEnds(trx: Trx, listId: string): Promise<{ first: number; last: number }> {
  const { first, last } = await trx
    .selectFrom("playlist_entry")
    .select(({ fn }) => [fn.min("place").as("first"), fn.max("place").as("last")])
    .where("playlist_id", "=", listId)
    .executeTakeFirstOrThrow();
  return { first: first ?? 0, last: last ?? 0 };
}

interface NewQueue {
  title: string;
  /** The path of the page it is made from. */
  path: string;
  at: number;
}

/** Empty; what was in it before can't be undone any more. */
export async function beginQueue(trx: Trx, listId: string, { title, path, at }: NewQueue): Promise<PlaylistRow> {
  await trx.deleteFrom("playlist_change").where("playlist_id", "=", listId).execute();
  await trx.deleteFrom("playlist_entry").where("playlist_id", "=", listId).execute();
  return trx
    .updateTable("playlist")
    .set({ title, made_from: path, at_place: at, at_seconds: null })
    .set(({ eb }) => ({ revision: eb("revision", "+", 1) }))
    .where("id", "=", listId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const rowsAtOnce = 200;

export async function insertEntries(trx: Trx, listId: string, entries: readonly StoredEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce)
    await trx
      .insertInto("playlist_entry")
      .values(entries.slice(from, from + rowsAtOnce).map((entry) => ({ playlist_id: listId, ...entry })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function deleteEntries(trx: Trx, listId: string, entries: readonly StoredKey[]): Promise<void> {
  for (const { video_id, performance_id } of entries)
    await trx
      .deleteFrom("playlist_entry")
      .where("playlist_id", "=", listId)
      .where("video_id", "=", video_id)
      .where("performance_id", "=", performance_id)
      .execute();
}

export async function setPlace(trx: Trx, listId: string, entry: StoredEntry): Promise<void> {
  await trx
    .updateTable("playlist_entry")
    .set({ place: entry.place })
    .where("playlist_id", "=", listId)
    .where("video_id", "=", entry.video_id)
    .where("performance_id", "=", entry.performance_id)
    .execute();
}
