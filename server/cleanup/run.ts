// What a run of the sweep does to rows, each in a transaction that looks once more whether it still holds.
import type { Database } from "#server/database/open.ts";
import { announceLeaving, withdrawLeaving } from "#server/library/leaving.ts";
import { lockLibrary } from "#server/library/version.ts";
import type { VideoRow } from "#server/library/video.ts";
import { isRipe } from "./purge.ts";
import { dayMs, trashMs, type Plan } from "./plan.ts";
import { putIntoTrash, putPicturesIntoTrash } from "./trash.ts";

export interface Run {
  now: Date;
  /** Of the rule that was planned with: what another rule would do is not done. */
  revision: number;
  keepAudio: boolean;
}

const atOnce = 200;

export async function announce(db: Database, { announce: told, withdraw }: Plan, run: Run): Promise<void> {
  for (let from = 0; from < Math.max(told.length, withdraw.length); from += atOnce) {
    await inRun(db, run, async (trx) => {
      for (const { id, leavesAt, why } of told.slice(from, from + atOnce))
        await announceLeaving(trx, id, { at: leavesAt, why, now: run.now });
      await withdrawLeaving(trx, withdraw.slice(from, from + atOnce), run.now);
    });
  }
}

/** False when it may no longer leave. */
export async function letGo(db: Database, { id, why }: Plan["leave"][number], run: Run): Promise<boolean> {
  return inRun(db, run, async (trx) => {
    const row = await trx.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || !mayGo(row, run.now)) return false;
    if (run.keepAudio) await putPicturesIntoTrash(trx, row, { now: run.now, why });
    else await putIntoTrash(trx, row, { memberId: null, now: run.now, why });
    return true;
  }).then((isDone) => isDone ?? false);
}

function mayGo(row: VideoRow, now: Date): boolean {
  const isAnnounced = row.leaves_at !== null && row.leaves_at <= now;
  const isFree = !row.prevent_autodelete && row.state === "published" && row.purging_at === null;
  return isAnnounced && isFree && row.trashed_at === null && row.pictures_trashed_at === null;
}

/** What has been in the trash for its whole time, longest first. */
export async function listRipe(db: Database, now: Date): Promise<VideoRow[]> {
  const until = new Date(now.getTime() - trashMs);
  const rows = await db
    .selectFrom("video")
    .selectAll()
    .where(({ or, eb }) => or([eb("trashed_at", "<=", until), eb("pictures_trashed_at", "<=", until)]))
    .where("purging_at", "is", null)
    .orderBy("trashed_at")
    .orderBy("id")
    .execute();
  return rows.filter((row) => isRipe(row, now));
}

/** Not more than a tenth of the archive in a day, or five: the rest waits. Returns how many may still go now. */
export async function countAllowed(db: Database, now: Date): Promise<{ atMost: number; left: number }> {
  const { total } = await db
    .selectFrom("video")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { done } = await db
    .selectFrom("change")
    .select(({ fn }) => fn.countAll<number>().as("done"))
    .where("member_id", "is", null)
    .where("kind", "in", ["trashed", "purged", "pictures-removed"])
    .where("at", ">", new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  const atMost = Math.max(5, Math.floor(total / 10));
  return { atMost, left: Math.max(0, atMost - done) };
}

/** Undefined when the rule was changed in the meantime: then nothing is done. */
async function inRun<T>(db: Database, { revision }: Run, act: (trx: Database) => Promise<T>): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
    const row = await trx.selectFrom("retention").select("revision").executeTakeFirstOrThrow();
    return row.revision === revision ? act(trx) : undefined;
  });
}
