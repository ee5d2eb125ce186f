// Undoes what a member changed in a list, if the title or these entries were not changed again since.
import type { Trx } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { writeChangeId } from "#server/history/change-id.ts";
import type { Listener } from "./list.ts";
import type { ListState } from "./log.ts";
import { deleteEntries, insertEntries, lockList, setPlace } from "./stored.ts";
import { words } from "./words.ts";

/** For a transaction. Undefined when this member made no such change. */
export async function undoListChange(trx: Trx, { memberId }: Listener, id: number): Promise<string | undefined> {
  const change = await trx
    .selectFrom("playlist_change")
    .innerJoin("playlist", "playlist.id", "playlist_change.playlist_id")
    .select(["playlist_change.playlist_id", "playlist_change.before", "playlist_change.after"])
    .select(["playlist.title", "playlist.deleted_at"])
    .where("playlist_change.id", "=", id)
    .where("playlist.member_id", "=", memberId)
    .executeTakeFirst();
  if (!change) return undefined;
  const [before, after]: ListState[] = [change.before, change.after];
  const isDeleted = change.deleted_at !== null;
  const isCurrent = isDeleted === (after?.deleted ?? false) && change.title === (after?.title ?? change.title);
  if (!before || !after || !isCurrent) throw new Refusal("conflict", words.changedSince);
  await lockList(trx, change.playlist_id);
  const list = trx.updateTable("playlist").where("id", "=", change.playlist_id);
  if (before.title !== undefined) await list.set({ title: before.title }).execute();
  if (before.deleted === false) await list.set({ deleted_at: null }).execute();
  await restoreEntries(trx, change.playlist_id, { before: before.entries ?? [], after: after.entries ?? [] });
  await trx.deleteFrom("playlist_change").where("id", "=", id).execute();
  return writeChangeId({ source: "list", number: id });
}

async function restoreEntries(
  trx: Trx,
  listId: string,
  { before, after }: { before: NonNullable<ListState["entries"]>; after: NonNullable<ListState["entries"]> },
): Promise<void> {
  if (before.length === 0) return deleteEntries(trx, listId, after);
  // those whose recording was deleted for good cannot come back
  const rows = await trx
    .selectFrom("video")
    .select("id")
    .where(
      "id",
      "in",
      before.map(({ video_id }) => video_id),
    )
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const entries = before.filter(({ video_id }) => there.has(video_id));
  if (after.length === 0) await insertEntries(trx, listId, entries);
  else for (const entry of entries) await setPlace(trx, listId, entry);
}
