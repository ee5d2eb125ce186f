// How a recording leaves, as changes of its rows: announced, in the trash, deleted, and back again. When it may is decided
// elsewhere (server/cleanup).
import { announceShown, releaseNotices } from "#server/notices/announce.ts";
import type { LeavingReason } from "#server/database/tables.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { countCaptions } from "./recording.ts";
import type { LockedTrx } from "./version.ts";
import type { VideoRow } from "./video.ts";

/** Nothing happens to one that was announced already, or that must not leave. */
export async function announceLeaving(
  trx: LockedTrx,
  id: string,
  { at, why, now }: { at: Date; why: LeavingReason; now: Date },
): Promise<void> {
  await trx
    .updateTable("video")
    .set({ leaves_at: at, leaves_why: why, changed_at: now })
    .where("id", "=", id)
    .where("leaves_at", "is", null)
    .where("trashed_at", "is", null)
    .where("prevent_autodelete", "=", false)
    .where("state", "=", "published")
    .execute();
}

export async function withdrawLeaving(trx: LockedTrx, ids: readonly string[] | "all", now: Date): Promise<void> {
  let query = trx.updateTable("video").set({ leaves_at: null, leaves_why: null, changed_at: now });
  query = ids === "all" ? query.where("leaves_at", "is not", null) : query.where("id", "in", ids);
  if (ids.length > 0) await query.execute();
}

export async function markTrashed(
  trx: LockedTrx,
  { id, revision }: VideoRow,
  { now, why }: { now: Date; why: LeavingReason | "hand" },
): Promise<void> {
  await trx
    .updateTable("video")
    .set({ trashed_at: now, trashed_why: why, leaves_at: null, leaves_why: null })
    .set({ revision: revision + 1, changed_at: now })
    .where("id", "=", id)
    .execute();
  await releaseNotices(trx, id, now);
}

/** Only the video; the audio stays. */
export async function markPicturesTrashed(
  trx: LockedTrx,
  { id, revision }: VideoRow,
  { now, why }: { now: Date; why: LeavingReason },
): Promise<void> {
  await trx
    .updateTable("video")
    .set({ pictures_trashed_at: now, trashed_why: why, audio_only: true, leaves_at: null, leaves_why: null })
    .set({ revision: revision + 1, changed_at: now })
    .where("id", "=", id)
    .execute();
}

/** Whatever of it is in the trash. */
export async function markRestored(trx: LockedTrx, row: VideoRow, now: Date): Promise<VideoRow> {
  const restored = await trx
    .updateTable("video")
    .set(row.trashed_at ? { trashed_at: null } : { pictures_trashed_at: null, audio_only: false })
    .set({ trashed_why: null, revision: row.revision + 1, changed_at: now })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceShown(trx, restored, now);
  return restored;
}

/** The beginning of a deletion that is finished in any case. */
export async function markPurging(trx: LockedTrx, id: string, now: Date): Promise<void> {
  await trx.updateTable("video").set({ purging_at: now }).where("id", "=", id).execute();
}

export async function deletePurged(trx: LockedTrx, id: string): Promise<void> {
  await trx.deleteFrom("video").where("id", "=", id).where("purging_at", "is not", null).execute();
}

/** Its video is deleted: of its files only these kinds are left. */
export async function markPicturesGone(
  trx: LockedTrx,
  id: string,
  { kept, now }: { kept: readonly Kind[]; now: Date },
): Promise<void> {
  await trx.deleteFrom("asset").where("video_id", "=", id).where("kind", "not in", kept).execute();
  await countCaptions(trx, id);
  await trx.updateTable("recording").set({ bytes: 0 }).where("video_id", "=", id).execute();
  await trx
    .updateTable("video")
    .set({ pictures_trashed_at: null, trashed_why: null, pictures_gone_at: now, purging_at: null, changed_at: now })
    .where("id", "=", id)
    .execute();
}

/** Its original was sent again. */
export async function markPicturesBack(
  trx: LockedTrx,
  { id, revision }: VideoRow,
  { bytes, now }: { bytes: number; now: Date },
): Promise<void> {
  await trx.updateTable("recording").set({ bytes }).where("video_id", "=", id).execute();
  await trx
    .updateTable("video")
    .set({ pictures_gone_at: null, audio_only: false, revision: revision + 1, changed_at: now })
    .where("id", "=", id)
    .execute();
}

/** After a restore dates are not to be trusted: what is in the trash has its whole time again, and no deletion is under way. */
export async function restartTrash(trx: LockedTrx, now: Date): Promise<void> {
  await trx.updateTable("video").set({ purging_at: null }).where("purging_at", "is not", null).execute();
  await trx.updateTable("video").set({ trashed_at: now }).where("trashed_at", "is not", null).execute();
  await trx
    .updateTable("video")
    .set({ pictures_trashed_at: now })
    .where("pictures_trashed_at", "is not", null)
    .execute();
}
