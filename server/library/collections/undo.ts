// Undoes a change of a collection, or of their order, if nobody has changed it since.
import type { LockedTrx } from "#server/library/version.ts";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Trx } from "#server/database/open.ts";
import type { RecordedEvent } from "#server/history/log.ts";
import type { Editor } from "#server/library/edit.ts";
import { Refusal } from "#server/refusal.ts";
import { selectCollections } from "./collection.ts";
import { hasPicture } from "./picture.ts";
import { changeCollection, getStored, writeOrder, type CollectionValues } from "./save.ts";
import { words } from "./words.ts";

const Values = z.object({
  title: z.string().optional(),
  level: z.string().nullable().optional(),
  picture: z.string().nullable().optional(),
  deleted: z.boolean().optional(),
  videos: z.array(z.string()).optional(),
});
const Changed = z.object({ collection_id: z.string(), revision: z.int(), before: Values });
const Ids = z.object({ ids: z.array(z.string()) });
const Ordered = z.object({ before: Ids, after: Ids });

/** Returns the id of the new change. */
export async function undoCollection(trx: LockedTrx, editor: Editor, event: RecordedEvent): Promise<string | null> {
  if (event.kind === "collections-ordered") return undoOrder(trx, editor, Ordered.parse(event.detail));
  const { collection_id, revision, before } = Changed.parse(event.detail);
  const row = await getStored(trx, collection_id);
  if (row.revision !== revision) throw new Refusal("conflict", words.changedSince);
  const values: CollectionValues = before;
  if (before.level && !editor.levels?.includes(before.level)) throw new Refusal("conflict", words.levelGone);
  if (before.picture && !(await hasPicture(trx, before.picture))) throw new Refusal("conflict", words.pictureGone);
  const videos = before.videos && (await keepExisting(trx, before.videos));
  const { change } = await changeCollection(trx, editor, { row, values: { ...values, videos } });
  return change;
}

/** Those that were deleted for good cannot come back. */
async function keepExisting(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom("video").select("id").where("id", "in", ids).execute();
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

async function undoOrder(trx: LockedTrx, editor: Editor, { before, after }: z.infer<typeof Ordered>): Promise<string> {
  const now = (await selectCollections(trx).execute()).map(({ id }) => id);
  if (!isDeepStrictEqual(now, after.ids)) throw new Refusal("conflict", words.orderChangedSince);
  return writeOrder(trx, editor, { before: now, after: before.ids });
}
