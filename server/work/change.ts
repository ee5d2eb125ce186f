// What editors do with entries of the queue: try again, cancel, prepare a failed recording again. A recording whose
// preparing was cancelled has failed; one that is already published only lacks the remaining steps.
import type { WorkItem } from "#contract/studio.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { failVideo, restartVideo } from "#server/library/prepared.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import type { Parts } from "#server/parts.ts";
import { cancelJob, retryJob } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import { findRecording, listAssets, setProblem } from "#server/library/recording.ts";
import { addStep, jobOf } from "#server/prepare/steps.ts";
import { findWork } from "./list.ts";
import { words } from "./words.ts";

export type WorkParts = Pick<Parts, "db" | "clock" | "wake">;

/** Idempotent: a job that is waiting or running is not changed. */
export async function retryWork(parts: WorkParts, id: number): Promise<WorkItem> {
  const { db, clock } = parts;
  const now = clock.now();
  await changeLibrary(db, async (trx) => {
    const item = await getWork(trx, id, now);
    if (item.state === "waiting" || (item.state === "running" && item.can_cancel)) return;
    if (item.state === "running") throw conflict(words.beingCancelled);
    if (item.state === "done") throw conflict(words.alreadyDone);
    if (!item.can_retry || !(await retryJob(trx, id, now))) {
      throw conflict(words.cannotRetry);
    }
    if (item.video_id !== null) await takeUp(trx, item.video_id, now);
  });
  parts.wake();
  return getWork(db, id, now);
}

export async function cancelWork(parts: WorkParts, id: number): Promise<WorkItem> {
  const { db, clock } = parts;
  const now = clock.now();
  await changeLibrary(db, async (trx) => {
    const item = await getWork(trx, id, now);
    if (item.state === "cancelled" || (item.state === "running" && !item.can_cancel)) return;
    if (!item.can_cancel || !(await cancelJob(trx, id, now))) throw conflict(words.alreadyEnded);
    if (item.video_id !== null) await giveUp(trx, item.video_id, now);
  });
  parts.wake();
  return getWork(db, id, now);
}

/** Begins with the first step, which is short if something was made already. */
export async function prepareAgain(parts: WorkParts, videoId: string): Promise<VideoRow> {
  const { db, clock } = parts;
  const now = clock.now();
  await changeLibrary(db, async (trx) => {
    const { state } = await getVideo(trx, audiences.editors, videoId);
    if (state === "preparing") return;
    if (state === "published") throw conflict(words.alreadyPlays);
    if (!(await findRecording(trx, videoId))) throw conflict(words.noOriginal);
    await refuseWhileRunning(trx, videoId);
    const failed = await findEnded(trx, videoId);
    if (failed === undefined || !(await retryJob(trx, failed, now))) await addStep(trx, videoId, "first");
    await takeUp(trx, videoId, now);
  });
  parts.wake();
  return getVideo(db, audiences.editors, videoId);
}

/** Looks for song borders in the audio of a recording that was prepared before this was done for all of them. */
export async function findBorders(parts: WorkParts, videoId: string): Promise<VideoRow> {
  const { db } = parts;
  await changeLibrary(db, async (trx) => {
    const { state } = await getVideo(trx, audiences.editors, videoId);
    const has = new Set<string>((await listAssets(trx, videoId)).map(({ kind }) => kind));
    if (has.has("waveform-detail")) return;
    if (state !== "published" || !has.has("audio.m4a")) throw conflict(words.noAudioYet);
    await addStep(trx, videoId, "sound");
  });
  parts.wake();
  return getVideo(db, audiences.editors, videoId);
}

async function getWork(db: Database, id: number, now: Date): Promise<WorkItem> {
  const item = await findWork(db, id, now);
  if (!item) throw new Refusal("not-found", words.gone);
  return item;
}

async function takeUp(trx: LockedTrx, videoId: string, now: Date): Promise<void> {
  const video = await trx.selectFrom("video").select("state").where("id", "=", videoId).executeTakeFirst();
  if (video?.state !== "failed") return;
  await restartVideo(trx, videoId, now);
  await setProblem(trx, videoId, null);
}

async function giveUp(trx: LockedTrx, videoId: string, now: Date): Promise<void> {
  const video = await trx.selectFrom("video").select("state").where("id", "=", videoId).executeTakeFirst();
  if (video?.state !== "preparing") return;
  await failVideo(trx, videoId, now);
  await setProblem(trx, videoId, words.cancelled);
}

/** Cancelled, but its program has not ended yet. */
async function refuseWhileRunning(trx: Trx, videoId: string): Promise<void> {
  const running = await trx
    .selectFrom("job")
    .select("id")
    .where("kind", "=", jobOf("first"))
    .where("key", "=", videoId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (running) throw conflict(words.beingCancelled);
}

/** The failed job is used again instead of a new one, so that the old failure is no longer listed. */
async function findEnded(trx: Trx, videoId: string): Promise<number | undefined> {
  const job = await trx
    .selectFrom("job")
    .select("id")
    .where("kind", "=", jobOf("first"))
    .where("key", "=", videoId)
    .where("state", "in", ["quarantined", "cancelled"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  return job?.id;
}

function conflict(sentence: string): Refusal {
  return new Refusal("conflict", sentence);
}
