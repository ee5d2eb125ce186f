// Undoes an editor's change: the old values are written back as a new change, if nobody has changed them since.
import type { LockedTrx } from "#server/library/version.ts";
import type { Trx } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { applyValues, countUnprotected, type Editor } from "./edit.ts";
import type { Values } from "./edit-rules.ts";
import { joinWords, nameField } from "#server/history/describe.ts";
import type { RecordedChange } from "#server/history/log.ts";
import { isUndoable, listNewer } from "#server/history/undo-rules.ts";
import { describeVideo, getVideo } from "./video.ts";
import { words } from "./words.ts";

/** Returns the id of the new change. */
export async function undoEdit(trx: LockedTrx, editor: Editor, change: RecordedChange): Promise<string | null> {
  const row = await getVideo(trx, "editors", change.video_id);
  const newer = listNewer(change, row);
  if (newer.length > 0) {
    const sentence = words.changedSince(joinWords(newer.map(nameField)), newer.length);
    throw new Refusal("conflict", sentence, { current: describeVideo(row) });
  }
  const values = readValues(change.before);
  for (const level of [values.level, values.opens_level])
    if (level != null && !editor.levels?.includes(level)) throw new Refusal("conflict", words.levelGone);
  return (await applyValues(trx, row, { values, editor })).change;
}

/** How many recordings would lose their protection; see countUnprotected. */
export async function countUnprotectedByUndo(
  trx: Trx,
  editor: Editor,
  changes: readonly RecordedChange[],
): Promise<number> {
  const lost = changes.filter(({ before }) => before.prevent_autodelete === false);
  return countUnprotected(
    trx,
    editor,
    lost.map(({ video_id }) => video_id),
  );
}

const dates = new Set(["add_date", "opens_at"]);

function readValues(before: Record<string, unknown>): Values {
  const entries = Object.entries(before).filter(([field]) => isUndoable(field));
  return Object.fromEntries(
    entries.map(([field, value]) => [field, dates.has(field) && value !== null ? new Date(value as string) : value]),
  );
}
