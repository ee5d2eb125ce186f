// A member's playlists: making, renaming, sharing and deleting them.
import { listLimits, type ListSummary, type NewList } from "#contract/lists.ts";
import type { Database, Trx } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";
import { newVideoId } from "#server/library/add.ts";
import { Refusal } from "#server/refusal.ts";
import { addEntries } from "./arrange.ts";
import { selectVisible } from "./entries.ts";
import { blank, describeList, getOwnList, selectOwn, type Listener } from "./list.ts";
import { forgetOld, recordListChange } from "./log.ts";
import { words } from "./words.ts";

export async function makeList(
  db: Database,
  listener: Listener,
  { title, entries = [], id = newVideoId() }: NewList,
): Promise<ListSummary> {
  return db.transaction().execute(async (trx) => {
    await forgetOld(trx, listener);
    const own = await selectOwn(trx, listener.memberId).where("ready", "is", null).execute();
    // asked for again, because the answer was lost
    const made = own.find((one) => one.id === id);
    if (made) return summarise(trx, listener, made);
    if (own.length >= listLimits.lists) throw new Refusal("conflict", words.tooManyLists);
    const row = {
      id,
      member_id: listener.memberId,
      ready: null,
      title,
      created_at: listener.now,
      ...blank,
    };
    await trx
      .insertInto("playlist")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    // not found: it is deleted meanwhile, or of somebody else
    const list = await getOwnList(trx, listener, row.id);
    if (entries.length > 0) await addEntries(trx, listener, { list, keys: entries });
    return summarise(trx, listener, list);
  });
}

export async function changeList(
  db: Database,
  listener: Listener,
  { id, title, shared }: { id: string; title?: string | undefined; shared?: boolean | undefined },
): Promise<{ list: ListSummary; change: string | null }> {
  return db.transaction().execute(async (trx) => {
    await lockLists(trx, listener);
    const row = await getOwnList(trx, listener, id);
    if (row.ready === "queue") throw new Refusal("conflict", words.isQueue);
    if (title !== undefined && row.ready !== null) throw new Refusal("conflict", words.readyMade);
    const isRenamed = title !== undefined && title !== row.title;
    const share_key = shared === undefined ? row.share_key : shared ? (row.share_key ?? newVideoId()) : null;
    const changed = { title: title ?? row.title, share_key };
    await trx.updateTable("playlist").set(changed).where("id", "=", row.id).execute();
    const change = isRenamed
      ? await recordListChange(trx, listener, { list: row, before: { title: row.title }, after: { title } })
      : null;
    return { list: await summarise(trx, listener, { ...row, ...changed }), change };
  });
}

/** It can be restored by undoing it, for a day. */
export async function deleteList(db: Database, listener: Listener, id: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockLists(trx, listener);
    await forgetOld(trx, listener);
    const row = await getOwnList(trx, listener, id);
    if (row.ready === "queue") throw new Refusal("conflict", words.isQueue);
    if (row.ready !== null) throw new Refusal("conflict", words.readyMade);
    await trx.updateTable("playlist").set({ deleted_at: listener.now }).where("id", "=", row.id).execute();
    return recordListChange(trx, listener, { list: row, before: { deleted: false }, after: { deleted: true } });
  });
}

/** One change at a time for each member. On SQLite a transaction that writes is alone anyway. */
async function lockLists(trx: Trx, { memberId }: Listener): Promise<void> {
  const lists = trx.updateTable("playlist").where("member_id", "=", memberId);
  await lists.set((e) => ({ member_id: e.ref("member_id") })).execute();
}

async function summarise(trx: Trx, { audience }: Listener, row: PlaylistRow): Promise<ListSummary> {
  const { entries } = await selectVisible(trx, audience)
    .select(({ fn }) => fn.countAll<number>().as("entries"))
    .where("playlist_entry.playlist_id", "=", row.id)
    .executeTakeFirstOrThrow();
  return describeList(row, { entries, has: false });
}
