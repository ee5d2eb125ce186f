// Taking an editor's change back: the old values are written where the new ones still stand, as a change of its own.
import type { Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { applyValues, type Editor } from "./edit.ts";
import type { Values } from "./edit-rules.ts";
import { joinWords, nameField } from "#server/history/words.ts";
import { findChange } from "#server/history/log.ts";
import { isUndoable, listNewer } from "#server/history/undo-rules.ts";
import { describeVideo, getVideo } from "./video.ts";
import { lockLibrary } from "./version.ts";

export async function undoEdit(db: Database, editor: Editor, changeId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
    const change = await findChange(trx, changeId);
    if (!change) throw new Refusal("not-found", "There is no such change.");
    const row = await getVideo(trx, "editors", change.video_id);
    const newer = listNewer(change, row);
    if (newer.length > 0) {
      const sentence = `${joinWords(newer.map(nameField))} ${newer.length > 1 ? "have" : "has"} been changed since. Please look at the newest change.`;
      throw new Refusal(
        "conflict",
        sentence.replace(/^./, (letter) => letter.toUpperCase()),
        {
          current: describeVideo(row),
        },
      );
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
