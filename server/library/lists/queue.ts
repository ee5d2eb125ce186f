// The queue of a member: what is played one after the other, kept here so that it survives a reload and is the same on every
// device. It is a list that is replaced as a whole, and it knows its current entry.
import type { Queue, QueuePlace, QueueStart } from "#contract/lists.ts";
import type { Database } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";
import { Refusal } from "#server/refusal.ts";
import { describeEntries, selectEntries } from "./entries.ts";
import { findOrAddReady, selectOwn, type Listener } from "./list.ts";
import { findSource } from "./queue-source.ts";
import { beginQueue, insertEntries, lockList } from "./stored.ts";
import { words } from "./words.ts";

const shownAfter = 20;

/** Null when there is no queue, or when nothing of it can be seen any more. */
export async function readQueue(db: Database, listener: Listener): Promise<Queue | null> {
  const row = await selectOwn(db, listener.memberId).where("ready", "=", "queue").executeTakeFirst();
  return row ? describeQueue(db, listener, row) : null;
}

export async function startQueue(db: Database, listener: Listener, wish: QueueStart): Promise<Queue> {
  return db.transaction().execute(async (trx) => {
    const source = await findSource(trx, listener, wish);
    const [first] = source.entries;
    if (!first) throw new Refusal("conflict", words.nothingToPlay);
    const { id } = await findOrAddReady(trx, listener, "queue");
    await lockList(trx, id);
    const row = await beginQueue(trx, id, source);
    const entries = source.entries.map((entry, place) => ({ ...entry, place }));
    await insertEntries(trx, id, entries);
    const queue = await describeQueue(trx, listener, row);
    if (!queue) throw new Refusal("conflict", words.nothingToPlay);
    return queue;
  });
}

/** Another device may have started another queue: its place is not touched. */
export async function moveInQueue(
  db: Database,
  listener: Listener,
  { revision, place, seconds }: QueuePlace,
): Promise<Queue | null> {
  const row = await db
    .updateTable("playlist")
    .set({ at_place: place, at_seconds: seconds })
    .where("member_id", "=", listener.memberId)
    .where("ready", "=", "queue")
    .where("revision", "=", revision)
    .where("made_from", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal("conflict", words.anotherQueue);
  return describeQueue(db, listener, row);
}

export async function endQueue(db: Database, { memberId }: Listener): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("playlist")
      .set({ made_from: null })
      .set(({ eb }) => ({ revision: eb("revision", "+", 1) }))
      .where("member_id", "=", memberId)
      .where("ready", "=", "queue")
      .returning("id")
      .executeTakeFirst();
    if (row) await trx.deleteFrom("playlist_entry").where("playlist_id", "=", row.id).execute();
  });
}

async function describeQueue(db: Database, { audience }: Listener, row: PlaylistRow): Promise<Queue | null> {
  if (row.made_from === null) return null;
  const at = row.at_place ?? 0;
  const entries = () => selectEntries(db, audience, row.id).where("video.state", "=", "published");
  const after = await entries()
    .where("playlist_entry.place", ">=", at)
    .orderBy("playlist_entry.place")
    .limit(shownAfter + 1)
    .execute();
  const before = await entries()
    .where("playlist_entry.place", "<", at)
    .orderBy("playlist_entry.place", "desc")
    .limit(2)
    .execute();
  // the current one may be gone: then the next one counts, or the last one that is left
  const [current = before[0]] = after;
  if (!current) return null;
  const { number, total } = await count(db, { audience, listId: row.id, place: current.place });
  const earlier = before.find(({ place }) => place < current.place);
  const shown = [...(earlier ? [earlier] : []), ...(after.length > 0 ? after : [current])];
  return {
    ...{ revision: row.revision, title: row.title, from: row.made_from, place: current.place },
    seconds: current.place === at ? row.at_seconds : null,
    ...{ number, total, entries: await describeEntries(db, shown) },
  };
}

async function count(
  db: Database,
  { audience, listId, place }: { audience: Listener["audience"]; listId: string; place: number },
): Promise<{ number: number; total: number }> {
  const places = await selectEntries(db, audience, listId)
    .clearSelect()
    .select("playlist_entry.place")
    .where("video.state", "=", "published")
    .execute();
  return { number: places.filter((one) => one.place <= place).length, total: places.length };
}
