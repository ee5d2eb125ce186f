// What editors do about work: try again, cancel, prepare a failed video once more. A video whose preparing was cancelled
// is failed, and says so; one that is published already only goes without what was left to do.
import type { WorkItem } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import { failVideo, restartVideo } from "#server/library/prepared.ts";
import { lockLibrary } from "#server/library/version.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import type { Parts } from "#server/parts.ts";
import { cancelJob, retryJob } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import { findRecording, setProblem } from "#server/library/recording.ts";
import { addStep, jobOf } from "#server/prepare/steps.ts";
import { findWork } from "./list.ts";

export type WorkParts = Pick<Parts, "db" | "clock" | "wake">;

/** What is waiting or running already is left alone: asking twice is asking once. */
export async function retryWork(parts: WorkParts, id: number): Promise<WorkItem> {
  const { db, clock } = parts;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
    const item = await getWork(trx, id, now);
    if (item.state === "waiting" || (item.state === "running" && item.can_cancel)) return;
    if (item.state === "running") throw conflict("This is just being cancelled. Please try again in a moment.");
    if (item.state === "done") throw conflict("This is done already.");
    if (!item.can_retry || !(await retryJob(trx, id, now))) {
      throw conflict("This cannot be tried again: newer work for it is under way, or its video is in the trash.");
    }
    if (item.video_id !== null) await takeUp(trx, item.video_id, now);
  });
  parts.wake();
  return getWork(db, id, now);
}

export async function cancelWork(parts: WorkParts, id: number): Promise<WorkItem> {
  const { db, clock } = parts;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
    const item = await getWork(trx, id, now);
    if (item.state === "cancelled" || (item.state === "running" && !item.can_cancel)) return;
    if (!item.can_cancel || !(await cancelJob(trx, id, now))) throw conflict("This has ended already.");
    if (item.video_id !== null) await giveUp(trx, item.video_id, now);
  });
  parts.wake();
  return getWork(db, id, now);
}

/** From its first step, which is short where something was made already. */
export async function prepareAgain(parts: WorkParts, videoId: string): Promise<VideoRow> {
  const { db, clock } = parts;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
    const { state } = await getVideo(trx, "editors", videoId);
    if (state === "preparing") return;
    if (state === "published") throw conflict("This video can be watched already.");
    if (!(await findRecording(trx, videoId))) throw conflict("There is no recording to prepare this video from.");
    await refuseWhileRunning(trx, videoId);
    const failed = await findEnded(trx, videoId);
    if (failed === undefined || !(await retryJob(trx, failed, now))) await addStep(trx, videoId, "first");
    await takeUp(trx, videoId, now);
  });
  parts.wake();
  return getVideo(db, "editors", videoId);
}

async function getWork(db: Database, id: number, now: Date): Promise<WorkItem> {
  const item = await findWork(db, id, now);
  if (!item) throw new Refusal("not-found", "There is no such work any more.");
  return item;
}

async function takeUp(trx: Database, videoId: string, now: Date): Promise<void> {
  const video = await trx.selectFrom("video").select("state").where("id", "=", videoId).executeTakeFirst();
  if (video?.state !== "failed") return;
  await restartVideo(trx, videoId, now);
  await setProblem(trx, videoId, null);
}

async function giveUp(trx: Database, videoId: string, now: Date): Promise<void> {
  const video = await trx.selectFrom("video").select("state").where("id", "=", videoId).executeTakeFirst();
  if (video?.state !== "preparing") return;
  await failVideo(trx, videoId, now);
  await setProblem(trx, videoId, "Preparing was cancelled.");
}

/** Cancelled, but its program has not ended yet. */
async function refuseWhileRunning(trx: Database, videoId: string): Promise<void> {
  const running = await trx
    .selectFrom("job")
    .select("id")
    .where("kind", "=", jobOf("first"))
    .where("key", "=", videoId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (running) throw conflict("This is just being cancelled. Please try again in a moment.");
}

/** Its row is taken up again rather than a new one made, so that no failure stays listed that is none any more. */
async function findEnded(trx: Database, videoId: string): Promise<number | undefined> {
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
