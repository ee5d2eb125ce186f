// Undoes an editor's change: the old values are written back as a new change, if nobody has changed them since.
import type { Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { applyValues, type Editor } from "./edit.ts";
import type { Values } from "./edit-rules.ts";
import { joinWords, nameField } from "#server/history/describe.ts";
import { findChange } from "#server/history/log.ts";
import { isUndoable, listNewer } from "#server/history/undo-rules.ts";
import { describeVideo, getVideo } from "./video.ts";
import { lockLibrary } from "./version.ts";
import { words } from "./words.ts";

export async function undoEdit(db: Database, editor: Editor, changeId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
    const change = await findChange(trx, changeId);
    if (!change) throw new Refusal("not-found", words.noSuchChange);
    const row = await getVideo(trx, "editors", change.video_id);
    const newer = listNewer(change, row);
    if (newer.length > 0) {
      const sentence = words.changedSince(joinWords(newer.map(nameField)), newer.length);
      throw new Refusal("conflict", sentence, { current: describeVideo(row) });
    }
    await applyValues(trx, row, { values: readValues(change.before), editor });
  });
}

function readValues(before: Record<string, unknown>): Values {
  const entries = Object.entries(before).filter(([field]) => isUndoable(field));
  return Object.fromEntries(
    entries.map(([field, value]) => [field, field === "add_date" ? new Date(String(value)) : value]),
  );
}
