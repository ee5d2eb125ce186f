// Cleanup: announces what the rule selects, moves to the trash what was announced, deletes what has been there for 7 days.
// The clock, the command line and the studio call `sweep`. It plans, then carries the plan out; a dry run carries it out
// without doing anything. Any guard stops it.
import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/open.ts";
import type { RetentionWarning } from "#server/database/tables.ts";
import { announceLeaving, withdrawLeaving } from "#server/library/leaving.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import type { VideoRow } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import {
  anotherRun,
  asWarnings,
  endRun,
  everyMs,
  findStops,
  findStorageStop,
  giveLease,
  noteJump,
  noteOther,
  takeLease,
  type Stop,
  type SweepParts,
} from "./guards.ts";
import { dayMs, noticeMs, planRun, trashMs, type Plan } from "./plan.ts";
import { finishPurges, isRipe, purge } from "./purge.ts";
import { listKept, readRetention, youngest, type RetentionRow } from "./rows.ts";
import { putIntoTrash, putPicturesIntoTrash } from "./trash.ts";
import { words } from "./words.ts";

export interface SweepReport {
  announced: string[];
  withdrawn: string[];
  trashed: string[];
  purged: string[];
  warnings: RetentionWarning[];
}

/** `dryRun` writes nothing: the report says what would be done. */
export async function sweep(
  parts: SweepParts,
  { now, dryRun = false }: { now: Date; dryRun?: boolean },
): Promise<SweepReport> {
  const report: SweepReport = { announced: [], withdrawn: [], trashed: [], purged: [], warnings: [] };
  const runner = randomUUID();
  if (!dryRun && !(await takeLease(parts, runner))) return { ...report, warnings: await noteOther(parts, now) };
  try {
    const row = await readRetention(parts.db);
    const stops = await findStops(parts, row, now);
    const mayFinish = !dryRun && stops.every(({ code }) => code !== "storage");
    let failed = mayFinish ? await finishPurges(parts, now) : 0;
    if (!dryRun && stops.some(({ code }) => code === "clock")) await noteJump(parts, now);
    if (stops.length === 0) {
      const run: Run = { now, revision: row.revision, keepAudio: row.rule.keepAudio };
      const plan = await makePlan(parts.db, row, now);
      const done = await carryOut(plan, report, dryRun ? onlySay : actsOf(parts, run, runner));
      failed += done.failed;
      stops.push(...done.stops);
    }
    if (failed > 0) stops.push({ code: "files", sentence: words.notDeleted(failed) });
    report.warnings = dryRun ? asWarnings(stops, row.warnings, now) : await endRun(parts, { row, now, stops });
    return report;
  } finally {
    if (!dryRun) await giveLease(parts, runner);
  }
}

/** For the regular round: once an hour; more often only what a crash had interrupted is brought to its end. */
export async function sweepInTurn(parts: SweepParts): Promise<void> {
  const now = parts.clock.now();
  const row = await readRetention(parts.db);
  const agoMs = row.last_run_at ? now.getTime() - row.last_run_at.getTime() : Infinity;
  if (agoMs < 0 || agoMs >= everyMs) await sweep(parts, { now });
  else if (!(await findStorageStop(parts))) await finishPurges(parts, now);
}

interface Planned extends Plan {
  /** What has been in the trash for its whole time, longest first. */
  ripe: string[];
  /** How many may go in a day, and how many of these are left. */
  atMost: number;
  left: number;
}

async function makePlan(db: Database, { rule }: RetentionRow, now: Date): Promise<Planned> {
  const isIdle = rule.keepDays === null && rule.capBytes === null;
  const announced = await db.selectFrom("video").select("id").where("leaves_at", "is not", null).limit(1).execute();
  const plan =
    isIdle && announced.length === 0
      ? { announce: [], withdraw: [], leave: [] }
      : planRun(await listKept(db, youngest(rule, now.getTime() + noticeMs)), rule, now);
  const ripe = await listRipe(db, now);
  return { ...plan, ...(await countAllowed(db, now)), ripe: ripe.map(({ id }) => id) };
}

/** What a run does to the archive; in a dry run nothing. */
interface Acts {
  announce: (plan: Plan) => Promise<void>;
  /** Kept: taken out of the trash, or protected, at the last moment. Refused: nothing of it was touched. */
  purge: (id: string) => Promise<"purged" | "kept" | "refused" | "failed">;
  /** False when it may no longer leave. */
  trash: (leaving: Plan["leave"][number]) => Promise<boolean>;
  /** False when another run has taken over. */
  isOurs: () => Promise<boolean>;
}

const onlySay: Acts = {
  announce: async () => undefined,
  purge: async () => "purged",
  trash: async () => true,
  isOurs: async () => true,
};

async function carryOut(plan: Planned, report: SweepReport, acts: Acts): Promise<{ failed: number; stops: Stop[] }> {
  await acts.announce(plan);
  report.announced = plan.announce.map(({ id }) => id);
  report.withdrawn = plan.withdraw;
  const count = { purged: 0, kept: 0, refused: 0, failed: 0 };
  const result = (stops: Stop[]) => ({ failed: count.failed + count.refused, stops });
  for (const id of plan.ripe) {
    if (count.purged + count.failed >= plan.left) break;
    if (!(await acts.isOurs())) return result([anotherRun]);
    const outcome = await acts.purge(id);
    count[outcome] += 1;
    if (outcome === "purged") report.purged.push(id);
  }
  // one that is always refused keeps no other from leaving
  const left = plan.left - plan.ripe.length + count.refused;
  for (const leaving of plan.leave.slice(0, Math.max(0, left))) {
    if (!(await acts.isOurs())) return result([anotherRun]);
    if (await acts.trash(leaving)) report.trashed.push(leaving.id);
  }
  const waiting = plan.leave.length - left;
  return result(waiting > 0 ? [{ code: "many", sentence: words.tooMany(waiting, plan.atMost) }] : []);
}

interface Run {
  now: Date;
  /** The revision of the rule that was planned with: what another rule would do is not done. */
  revision: number;
  keepAudio: boolean;
}

function actsOf(parts: SweepParts, run: Run, runner: string): Acts {
  return {
    announce: (plan) => announce(parts.db, plan, run),
    purge: (id) => tryPurge(parts, id, run.now),
    trash: (leaving) => moveToTrash(parts.db, leaving, run),
    isOurs: () => takeLease(parts, runner),
  };
}

async function tryPurge(parts: SweepParts, id: string, now: Date): ReturnType<Acts["purge"]> {
  try {
    await purge(parts, id, { memberId: null, now });
    return "purged";
  } catch (error) {
    if (error instanceof Refusal && error.code === "not-found") return "kept";
    parts.log.error({ video: id, err: error }, "a recording could not be deleted; it is tried again");
    return error instanceof Refusal ? "refused" : "failed";
  }
}

const atOnce = 200;

async function announce(db: Database, { announce: told, withdraw }: Plan, run: Run): Promise<void> {
  for (let from = 0; from < Math.max(told.length, withdraw.length); from += atOnce) {
    await inRun(db, run, async (trx) => {
      for (const { id, leavesAt, why } of told.slice(from, from + atOnce))
        await announceLeaving(trx, id, { at: leavesAt, why, now: run.now });
      await withdrawLeaving(trx, withdraw.slice(from, from + atOnce), run.now);
    });
  }
}

async function moveToTrash(db: Database, { id, why }: Plan["leave"][number], run: Run): Promise<boolean> {
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
async function countAllowed(db: Database, now: Date): Promise<{ atMost: number; left: number }> {
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
async function inRun<T>(db: Database, { revision }: Run, act: (trx: LockedTrx) => Promise<T>): Promise<T | undefined> {
  return changeLibrary(db, async (trx) => {
    const row = await trx.selectFrom("retention").select("revision").executeTakeFirstOrThrow();
    return row.revision === revision ? act(trx) : undefined;
  });
}
