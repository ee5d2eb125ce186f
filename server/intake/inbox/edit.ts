// Editors change many recordings of the inbox at once: all or none.
import type { InboxEdit } from "#contract/inbox.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { saveOne, type Editor } from "#server/library/edit.ts";
import { changeLibrary } from "#server/library/version.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

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
