// The one way in which anything is deleted for good: a video in the trash, or the pictures of one whose sound is kept.
// In two steps, so that a crash is a pause: it is marked in a transaction, then its files go, then its rows.
import { setTimeout } from "node:timers/promises";
import type { Database } from "#server/database/open.ts";
import { recordChange } from "#server/history/log.ts";
import { deletePurged, markPicturesGone, markPurging } from "#server/library/leaving.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import type { VideoRow } from "#server/library/video.ts";
import type { Media } from "#server/media/media.ts";
import { keyOf, listFiles, nameOf, readMarker, removeFile, removeFolder } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { cancelJobsOf, deleteJobsOf } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import { checkFile } from "#server/media/store/check-file.ts";
import { listAssets } from "#server/library/recording.ts";
import { trashMs } from "./plan.ts";
import { playedKinds, recordRetention, soundKinds } from "./rows.ts";
import { jobOf, steps } from "#server/prepare/steps.ts";
import { findTrashed, notInTrash } from "./trash.ts";
import { words } from "./words.ts";

export type PurgeParts = Pick<Parts, "db" | "log"> & { media: Pick<Media, "store"> };

interface Purging {
  /** Null for the sweep, which deletes only what has been there long enough and is not protected. */
  memberId: string | null;
  now: Date;
}

/** False when the files could not all be removed now: the next run of the sweep goes on. */
export async function purge(parts: PurgeParts, id: string, by: Purging): Promise<boolean> {
  await requireStore(parts);
  const row = await findTrashed(parts.db, id);
  if (row && !row.trashed_at) await requireSound(parts, id);
  await changeLibrary(parts.db, (trx) => beginPurge(trx, id, by));
  return finishPurge(parts, id, by.now);
}

/** The beginning of a deletion that cannot be undone. */
export async function beginPurge(trx: LockedTrx, id: string, { memberId, now }: Purging): Promise<void> {
  const row = await findTrashed(trx, id);
  if (!row || (memberId === null && !isRipe(row, now))) throw notInTrash();
  if (row.purging_at) return;
  await markPurging(trx, id, now);
  await cancelJobsOf(trx, { key: id, kinds: steps.map(jobOf), now });
  const kind = row.trashed_at ? "purged" : "pictures-removed";
  const why = memberId === null ? "trash" : "hand";
  await recordChange(trx, { videoId: id, at: now, memberId, kind, before: { title: row.title }, after: { why } });
  await recordRetention(trx, {
    at: now,
    kind: "purge-begun",
    memberId,
    subject: id,
    detail: { title: row.title, kind },
  });
}

/** For the sweep: it was in the trash for its whole time, and nobody protects it. */
export function isRipe(row: VideoRow, now: Date): boolean {
  const since = row.trashed_at ?? row.pictures_trashed_at;
  return since !== null && !row.prevent_autodelete && now.getTime() - since.getTime() >= trashMs;
}

/** The second half, as often as it takes. */
export async function finishPurge(parts: PurgeParts, id: string, now: Date): Promise<boolean> {
  const { db, media } = parts;
  const row = await findTrashed(db, id);
  if (!row?.purging_at) return true;
  await requireStore(parts);
  if (!(await isLetGo(db, id))) return false;
  if (row.trashed_at) await removeFolder(media.store, id);
  else await removePictures(parts, id);
  await changeLibrary(db, async (trx) => {
    // another request, or the sweep, was quicker
    if (!(await findTrashed(trx, id))?.purging_at) return;
    await deleteJobsOf(trx, { key: id, kinds: steps.map(jobOf) });
    if (row.trashed_at) await deletePurged(trx, id);
    else await markPicturesGone(trx, id, { kept: soundKinds, now });
    await recordRetention(trx, { at: now, kind: "purge-done", memberId: null, subject: id });
  });
  return true;
}

/** One that cannot be deleted does not keep the others: returns how many could not. */
export async function finishPurges(parts: PurgeParts, now: Date): Promise<number> {
  const begun = await parts.db.selectFrom("video").select("id").where("purging_at", "is not", null).execute();
  let failed = 0;
  for (const { id } of begun) {
    try {
      if (!(await finishPurge(parts, id, now)))
        parts.log.warn({ video: id }, "a recording is still being prepared; its deletion continues later");
    } catch (error) {
      failed += 1;
      parts.log.error({ video: id, err: error }, "a recording could not be deleted; it is tried again");
    }
  }
  return failed;
}

/** A step that writes while its folder goes would make it anew. Steps stop when they are told to. */
async function isLetGo(db: Database, id: string): Promise<boolean> {
  for (let look = 0; look < 20; look++) {
    const running = await db
      .selectFrom("job")
      .select("id")
      .where("key", "=", id)
      .where("kind", "in", steps.map(jobOf))
      .where("state", "=", "running")
      .executeTakeFirst();
    if (!running) return true;
    await setTimeout(250);
  }
  return false;
}

/** Everything but the sound, the waveform, the captions and the picture on its card: the original too. */
async function removePictures(parts: PurgeParts, id: string): Promise<void> {
  const { db, media } = parts;
  await requireSound(parts, id);
  const kept = new Set((await listSound(db, id)).map(nameOf));
  for (const { name } of await listFiles(media.store, id)) if (!kept.has(name)) await removeFile(media.store, id, name);
}

/** What is to stay must be there and whole before the recording it was made of is deleted. */
async function requireSound({ db, media }: PurgeParts, id: string): Promise<void> {
  const assets = await listAssets(db, id);
  for (const kind of playedKinds) {
    const asset = assets.find((one) => one.kind === kind);
    if (asset && !(await checkFile(media.store.backend, { ...asset, key: keyOf(id, nameOf(asset)) }))) continue;
    throw new Refusal("conflict", words.audioDamaged);
  }
}

async function listSound(db: Database, id: string) {
  return (await listAssets(db, id)).filter(({ kind }) => (soundKinds as readonly string[]).includes(kind));
}

/** Files that are not there, or another archive's, are not these: rows must not go without their files. */
export async function requireStore({ db, media: { store } }: Pick<PurgeParts, "db" | "media">): Promise<void> {
  const found = await readMarker(store.backend).catch(() => undefined);
  const { store_id: known } = await db.selectFrom("retention").select("store_id").executeTakeFirstOrThrow();
  if (found === store.id && (known ?? store.id) === store.id) return;
  throw new Refusal("busy", words.storageAway);
}
