// What editors do to recordings of the inbox: change many of them, and mark them as looked at. All or none.
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { recordChange, type RecordedChange } from "#server/history/log.ts";
import { applyValues, type Editor, saveOne } from "#server/library/edit.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { getVideo, listByIds } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";
import type { InboxEdit } from "#contract/inbox.ts";

/** All or none. Returns the ids of the changes, for Undo. */
export async function markLooked(
  db: Database,
  editor: Editor,
  { ids, publish }: { ids: readonly string[]; publish: boolean },
): Promise<string[]> {
  return changeLibrary(db, async (trx) => {
    const rows = await listByIds(trx, audiences.editors, ids);
    if (rows.length < ids.length) throw new Refusal("not-found", words.oneIsGone);
    const changes: (string | null)[] = [];
    for (const row of rows) {
      changes.push(await setLooked(trx, editor, { id: row.id, looked: true }));
      if (publish) changes.push((await applyValues(trx, row, { values: { hidden: false }, editor })).change);
    }
    return changes.filter((id) => id !== null);
  });
}

/** The recording is in the inbox again, or out of it. */
export async function undoLooked(trx: LockedTrx, editor: Editor, change: RecordedChange): Promise<string | null> {
  const { id } = await getVideo(trx, audiences.editors, change.video_id);
  return setLooked(trx, editor, { id, looked: change.after.looked !== true });
}

/** Null when it is so already. */
async function setLooked(
  trx: Trx,
  { memberId, now }: Editor,
  { id, looked }: { id: string; looked: boolean },
): Promise<string | null> {
  const { numUpdatedRows } = await trx
    .updateTable("brought")
    .set({ looked_at: looked ? now : null })
    .where("video_id", "=", id)
    .where("looked_at", looked ? "is" : "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const by = { videoId: id, at: now, memberId, kind: "looked" as const };
  return recordChange(trx, { ...by, before: { looked: !looked }, after: { looked } });
}

/** Returns the ids of the changes, for Undo. */
export async function editInbox(db: Database, editor: Editor, edits: readonly InboxEdit[]): Promise<string[]> {
  return changeLibrary(db, async (trx) => {
    const changes: (string | null)[] = [];
    for (const { id, ...edited } of edits) {
      const { time_missing, only_known = null } = edited;
      const known = time_missing === undefined ? {} : { time_missing, only_known: time_missing ? only_known : null };
      const saved = await saveOne(trx, editor, { id, edited, known }).catch(tellWhich(trx, id));
      changes.push(saved.change);
    }
    return changes.filter((id) => id !== null);
  });
}

/** Says which recording prevented it. */
function tellWhich(trx: Trx, id: string) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Refusal) || error.code === "not-found") throw error;
    const row = await trx.selectFrom("video").select("title").where("id", "=", id).executeTakeFirst();
    throw new Refusal(error.code, words.nothingSaved(row?.title ?? "", error.message), { cause: error });
  };
}
