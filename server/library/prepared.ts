// Saves what preparing a recording has found out. It is not an editor's change: there is no history entry, and the revision
// stays, so that an editor who is editing gets no conflict.
import type { Updateable } from "kysely";
import type { VideoTable } from "#server/database/tables.ts";
import { announceShown, releaseNotices } from "#server/notices/announce.ts";
import type { LockedTrx } from "./version.ts";

// Each returns false when the recording is gone.

export async function publishVideo(trx: LockedTrx, id: string, now: Date): Promise<boolean> {
  const isHere = await setPrepared(trx, id, { state: "published", changed_at: now });
  const video = isHere
    ? await trx.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    : undefined;
  if (video) await announceShown(trx, video, now);
  return isHere;
}

export async function failVideo(trx: LockedTrx, id: string, now: Date): Promise<boolean> {
  return setPrepared(trx, id, { state: "failed", changed_at: now });
}

/** Preparing starts again, as after a failure. Until it is published, viewers do not see the recording. */
export async function restartVideo(trx: LockedTrx, id: string, now: Date): Promise<boolean> {
  return setPrepared(trx, id, { state: "preparing", changed_at: now });
}

export async function setDuration(
  trx: LockedTrx,
  id: string,
  found: { durationSeconds: number | null; now: Date },
): Promise<boolean> {
  return setPrepared(trx, id, { duration_seconds: found.durationSeconds, changed_at: found.now });
}

interface Pictures {
  /** Changes whenever the picture's bytes do; a part of its address. */
  thumbnailHash: string | null;
  /** Written as #rrggbb. */
  dominantColor: string | null;
  now: Date;
}

export async function setPictures(trx: LockedTrx, id: string, found: Pictures): Promise<boolean> {
  const { thumbnailHash, dominantColor, now } = found;
  if (thumbnailHash !== null) await releaseNotices(trx, id, now);
  return setPrepared(trx, id, { thumbnail_hash: thumbnailHash, dominant_color: dominantColor, changed_at: now });
}

/** 64 hex digits. */
export async function setPeaks(
  trx: LockedTrx,
  id: string,
  found: { peaks: string | null; now: Date },
): Promise<boolean> {
  return setPrepared(trx, id, { peaks: found.peaks, changed_at: found.now });
}

async function setPrepared(trx: LockedTrx, id: string, values: Updateable<VideoTable>): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("video").set(values).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows > 0n;
}
