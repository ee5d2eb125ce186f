// A recording that was added before is sent again. If only its audio is left, the file becomes its original again; if it
// is in the trash or being deleted, it is refused, so that the only copy of the file is never deleted.
import type { Database } from "#server/database/open.ts";
import { recordChange } from "#server/history/log.ts";
import { markPicturesBack } from "#server/library/leaving.ts";
import { changeLibrary } from "#server/library/version.ts";
import type { VideoRow } from "#server/library/video.ts";
import {
  findFile,
  keepOriginal,
  originalName,
  removeFile,
  removeFolder,
  requireMounted,
  type StoredFile,
} from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { addStep } from "#server/prepare/steps.ts";
import { words } from "./words.ts";

/** The recording made from the same file, and whether its original is still here. Refuses if it is in the trash. */
export async function findTaken(db: Database, sha256: string): Promise<{ id: string; isHere: boolean } | undefined> {
  const row = await db
    .selectFrom("recording")
    .innerJoin("video", "video.id", "recording.video_id")
    .select(["video.id", "video.title", "video.trashed_at", "video.pictures_trashed_at"])
    .select(["video.pictures_gone_at", "video.purging_at"])
    .where("recording.sha256", "=", sha256)
    .executeTakeFirst();
  if (!row) return undefined;
  refuseLeaving(row);
  return { id: row.id, isHere: row.pictures_gone_at === null };
}

type Leaving = Pick<VideoRow, "title" | "trashed_at" | "pictures_trashed_at" | "pictures_gone_at" | "purging_at">;

function refuseLeaving({ title, ...row }: Leaving): void {
  if (row.purging_at) throw beingDeleted();
  const refuse = (sentence: string): never => {
    throw new Refusal("conflict", sentence);
  };
  if (row.trashed_at && row.pictures_gone_at) refuse(words.inTrashWithoutVideo(title));
  if (row.trashed_at) refuse(words.inTrash(title));
  if (row.pictures_trashed_at) refuse(words.videoInTrash(title));
}

function beingDeleted(): Refusal {
  return new Refusal("busy", words.beingDeleted);
}

/** The file becomes the recording's original again. False when another request has already done it. */
export async function takeBack(
  { db, media: { store }, clock, wake }: Pick<Parts, "db" | "media" | "clock" | "wake">,
  { id, file, stored, memberId }: { id: string; file: string; stored: StoredFile; memberId: string | null },
): Promise<boolean> {
  await keepOriginal(store, id, file);
  await requireMounted(store);
  const now = clock.now();
  const isNew = await changeLibrary(db, async (trx) => {
    const row = await trx.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirst();
    if (row && !row.pictures_gone_at) return false;
    const isThere = (await findFile(store, id, originalName))?.bytes === stored.bytes;
    if (!row || row.purging_at || row.trashed_at || !isThere) {
      // the deletion in progress does not know this file
      await (row ? removeFile(store, id, originalName) : removeFolder(store, id));
      throw beingDeleted();
    }
    await markPicturesBack(trx, row, { bytes: stored.bytes, now });
    const change = { videoId: id, at: now, memberId, kind: "restored" as const };
    await recordChange(trx, { ...change, before: { audio_only: true }, after: { audio_only: false, why: "sent" } });
    await addStep(trx, id, "first");
    return true;
  });
  if (isNew) wake();
  return isNew;
}
