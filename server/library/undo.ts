// Undoes an editor's change: the old values are written back as a new change, if nobody has changed them since.
import type { Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { applyValues, type Editor } from "./edit.ts";
import type { Values } from "./edit-rules.ts";
import { joinWords, nameField } from "#server/history/describe.ts";
import { isUndoable, listNewer, moveKinds } from "#server/history/undo-rules.ts";
import { describeVideo, getVideo } from "./video.ts";
import { lockLibrary } from "./version.ts";
import { words } from "./words.ts";

export async function findChange(db: Database, id: number) {
  return db
    .selectFrom("change")
    .select(["id", "video_id", "kind", "before", "after"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** For each recording the newest move into or out of the trash. */
export async function listLastMoves(db: Database, videoIds: readonly string[]): Promise<Map<string, number>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("change")
    .select(({ fn }) => ["video_id" as const, fn.max("id").as("id")])
    .where("video_id", "in", videoIds)
    .where("kind", "in", moveKinds)
    .groupBy("video_id")
    .execute();
  return new Map(rows.map(({ video_id, id }) => [video_id, id]));
}

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
