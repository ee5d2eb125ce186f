// What a member changed in a list, kept for a day to undo it. It is not in the history: that is about the archive.
import type { Trx } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";
import { writeChangeId } from "#server/history/change-id.ts";
import type { Listener } from "./list.ts";
import type { StoredEntry } from "./stored.ts";

export interface ListState {
  title?: string;
  deleted?: boolean;
  entries?: readonly StoredEntry[];
}

interface ListChange {
  list: PlaylistRow;
  before: ListState;
  after: ListState;
}

const keptMs = 24 * 3_600_000;

/** Returns its id, for Undo. */
export async function recordListChange(
  trx: Trx,
  { now }: Listener,
  { list, before, after }: ListChange,
): Promise<string> {
  const old = new Date(now.getTime() - keptMs);
  await trx.deleteFrom("playlist_change").where("playlist_id", "=", list.id).where("at", "<", old).execute();
  const { id } = await trx
    .insertInto("playlist_change")
    .values({ playlist_id: list.id, at: now, before: JSON.stringify(before), after: JSON.stringify(after) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return writeChangeId({ source: "list", number: id });
}

/** Deletes for good what this member deleted more than a day ago. */
export async function forgetOld(trx: Trx, { memberId, now }: Listener): Promise<void> {
  const old = new Date(now.getTime() - keptMs);
  await trx.deleteFrom("playlist").where("member_id", "=", memberId).where("deleted_at", "<", old).execute();
}
