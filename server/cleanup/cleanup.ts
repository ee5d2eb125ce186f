// The sweep: announces what is to leave, puts into the trash what was announced, deletes what has been there for 7 days.
// The clock, the command line and the studio call this one function; any guard stops it with a warning and an audit row.
import { randomUUID } from "node:crypto";
import type { RetentionWarning } from "#server/database/tables.ts";
import { Refusal } from "#server/refusal.ts";
import { finishPurges, purge } from "./purge.ts";
import {
  asWarnings,
  everyMs,
  findClockStop,
  findFilesStop,
  findRestStop,
  findStorageStop,
  type Stop,
} from "./guards.ts";
import { anotherRun, endRun, giveLease, noteJump, noteOther, takeLease, type SweepParts } from "./memory.ts";
import { noticeMs, planRun, type Plan } from "./plan.ts";
import { listKept, readRetention, youngest, type RetentionRow } from "./rows.ts";
import { announce, countAllowed, letGo, listRipe, type Run } from "./run.ts";
import { words } from "./words.ts";

export interface SweepReport {
  announced: string[];
  withdrawn: string[];
  trashed: string[];
  purged: string[];
  warnings: RetentionWarning[];
}

/** With dryRun nothing is written, and the report says what would be done. */
export async function sweep(
  parts: SweepParts,
  { now, dryRun = false }: { now: Date; dryRun?: boolean },
): Promise<SweepReport> {
  const report: SweepReport = { announced: [], withdrawn: [], trashed: [], purged: [], warnings: [] };
  if (dryRun) {
    const row = await readRetention(parts.db);
    const stops = await findStops(parts, row, now);
    if (stops.length === 0) stops.push(...(await foresee(parts, { row, now, report })));
    return { ...report, warnings: asWarnings(stops, row.warnings, now) };
  }
  const runner = randomUUID();
  if (!(await takeLease(parts, runner))) return { ...report, warnings: await noteOther(parts, now) };
  try {
    const row = await readRetention(parts.db);
    const stops = await findStops(parts, row, now);
    const hasStorage = stops.every(({ code }) => code !== "storage");
    const failed = hasStorage ? await finishPurges(parts, now) : 0;
    if (stops.some(({ code }) => code === "clock")) await noteJump(parts, now);
    if (stops.length === 0) stops.push(...(await act(parts, { row, now, report, runner, failed })));
    else stops.push(...findFilesStop(failed));
    report.warnings = await endRun(parts, { row, now, stops });
    return report;
  } finally {
    await giveLease(parts, runner);
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

async function findStops(parts: SweepParts, row: RetentionRow, now: Date): Promise<Stop[]> {
  const storage = await findStorageStop(parts);
  const stops = [storage, storage ? undefined : await findClockStop(parts, row, now), findRestStop(row, now)];
  return stops.filter((stop) => stop !== undefined);
}

interface Acting {
  row: RetentionRow;
  now: Date;
  report: SweepReport;
}

async function makePlan({ db }: SweepParts, { row, now }: Acting): Promise<Plan> {
  const { rule } = row;
  const isIdle = rule.keepDays === null && rule.capBytes === null;
  const announced = await db.selectFrom("video").select("id").where("leaves_at", "is not", null).limit(1).execute();
  if (isIdle && announced.length === 0) return { announce: [], withdraw: [], leave: [] };
  return planRun(await listKept(db, youngest(rule, now.getTime() + noticeMs)), rule, now);
}

async function act(parts: SweepParts, acting: Acting & { runner: string; failed: number }): Promise<Stop[]> {
  const { db } = parts;
  const { row, now, report, runner } = acting;
  const run: Run = { now, revision: row.revision, keepAudio: row.rule.keepAudio };
  const plan = await makePlan(parts, acting);
  await announce(db, plan, run);
  report.announced = plan.announce.map(({ id }) => id);
  report.withdrawn = plan.withdraw;
  const { atMost, left } = await countAllowed(db, now);
  const ripe = await listRipe(db, now);
  const count = { purged: 0, kept: 0, refused: 0, failed: 0 };
  const stopped = () => findFilesStop(acting.failed + count.failed + count.refused);
  for (const { id } of ripe) {
    if (count.purged + count.failed >= left) break;
    if (!(await takeLease(parts, runner))) return [anotherRun, ...stopped()];
    const outcome = await tryPurge(parts, id, now);
    count[outcome] += 1;
    if (outcome === "purged") report.purged.push(id);
  }
  const tried = ripe.length - count.refused;
  for (const leaving of plan.leave.slice(0, Math.max(0, left - tried))) {
    if (!(await takeLease(parts, runner))) return [anotherRun, ...stopped()];
    if (await letGo(db, leaving, run)) report.trashed.push(leaving.id);
  }
  return [...stopped(), ...tooMany(tried + plan.leave.length - left, atMost)];
}

async function foresee(parts: SweepParts, acting: Acting): Promise<Stop[]> {
  const { now, report } = acting;
  const plan = await makePlan(parts, acting);
  const { atMost, left } = await countAllowed(parts.db, now);
  const ripe = await listRipe(parts.db, now);
  report.announced = plan.announce.map(({ id }) => id);
  report.withdrawn = plan.withdraw;
  report.purged = ripe.slice(0, left).map(({ id }) => id);
  report.trashed = plan.leave.slice(0, Math.max(0, left - ripe.length)).map(({ id }) => id);
  return tooMany(ripe.length + plan.leave.length - left, atMost);
}

/** Kept, when it was taken out of the trash, or protected, at the last moment. Refused, when nothing of it was touched. */
async function tryPurge(parts: SweepParts, id: string, now: Date): Promise<"purged" | "kept" | "refused" | "failed"> {
  try {
    await purge(parts, id, { memberId: null, now });
    return "purged";
  } catch (error) {
    if (error instanceof Refusal && error.code === "not-found") return "kept";
    parts.log.error({ video: id, err: error }, "a recording could not be deleted; it is tried again");
    return error instanceof Refusal ? "refused" : "failed";
  }
}

function tooMany(waiting: number, atMost: number): Stop[] {
  if (waiting <= 0) return [];
  return [{ code: "many", sentence: words.tooMany(waiting, atMost) }];
}
