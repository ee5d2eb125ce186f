// Why cleanup must not delete anything now, as sentences that editors read, and what it remembers from one run to the next:
// whose turn it is, when it last ran, and why it stopped.
import type { RetentionWarning } from "#server/database/tables.ts";
import { changeLibrary } from "#server/library/version.ts";
import { listFiles } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { requireStore, type PurgeParts } from "./purge.ts";
import { dayMs } from "./plan.ts";
import { readRetention, recordRetention, restsUntil, withdrawAll, type RetentionRow } from "./rows.ts";
import { words } from "./words.ts";

export type SweepParts = PurgeParts & Pick<Parts, "clock">;

type GuardCode = "storage" | "clock" | "rest" | "another-run" | "many" | "files";

export interface Stop {
  code: GuardCode;
  sentence: string;
}

/** The sweep is added once an hour. */
export const everyMs = 3_600_000;

export async function findStops(parts: PurgeParts, row: RetentionRow, now: Date): Promise<Stop[]> {
  const storage = await findStorageStop(parts);
  const stops = [storage, storage ? undefined : await findClockStop(parts, row, now), findRestStop(row, now)];
  return stops.filter((stop) => stop !== undefined);
}

/** Undefined when the files are the ones that the rows speak of. */
export async function findStorageStop(parts: PurgeParts): Promise<Stop | undefined> {
  try {
    await requireStore(parts);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: "storage", sentence: words.storageMissing };
  }
}

/** The time must be about the one expected after the last run, and not before what the newest files say. */
async function findClockStop(parts: PurgeParts, row: RetentionRow, now: Date): Promise<Stop | undefined> {
  const expected = row.last_run_at ? row.last_run_at.getTime() + everyMs : now.getTime();
  const jumpMs = now.getTime() - expected;
  const newest = Math.abs(jumpMs) > dayMs ? 0 : await findNewestFile(parts);
  if (Math.abs(jumpMs) <= dayMs && newest - now.getTime() <= dayMs) return undefined;
  const sentence =
    Math.abs(jumpMs) > dayMs ? words.clockJumped(Math.round(Math.abs(jumpMs) / dayMs)) : words.clockBehind;
  return { code: "clock", sentence };
}

function findRestStop(row: RetentionRow, now: Date): Stop | undefined {
  const until = restsUntil(row);
  if (!until || until <= now) return undefined;
  return { code: "rest", sentence: words.paused(formatUtc(until)) };
}

/** Finds the file of the recording that was taken in last. */
async function findNewestFile({ db, media }: PurgeParts): Promise<number> {
  const rows = await db.selectFrom("recording").select("video_id").orderBy("taken_in_at", "desc").limit(5).execute();
  // a folder that cannot be read says nothing, and keeps nobody from the others
  const lists = await Promise.allSettled(rows.map(({ video_id }) => listFiles(media.store, video_id)));
  const files = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  return Math.max(0, ...files.map(({ changedAt }) => changedAt.getTime()));
}

/** What stops for the same reason as before is told with the time at which it began. */
export function asWarnings(stops: readonly Stop[], before: readonly RetentionWarning[], now: Date): RetentionWarning[] {
  return stops.map((stop) => ({
    ...stop,
    at: before.find(({ code }) => code === stop.code)?.at ?? now.toISOString(),
  }));
}

function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export const anotherRun: Stop = { code: "another-run", sentence: words.anotherRun };
const leaseMs = 15 * 60_000;

/** One run at a time, whatever the number of servers; a run that died is forgotten after a quarter of an hour. */
export async function takeLease({ db, clock }: SweepParts, runner: string): Promise<boolean> {
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const { numUpdatedRows } = await db
    .updateTable("retention")
    .set({ lease_by: runner, lease_until: until })
    .where(({ or, eb }) =>
      or([
        eb("lease_by", "is", null),
        eb("lease_by", "=", runner),
        eb("lease_until", "<=", now),
        // made by a clock that was wrong
        eb("lease_until", ">", until),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function giveLease({ db }: SweepParts, runner: string): Promise<void> {
  await db.updateTable("retention").set({ lease_by: null, lease_until: null }).where("lease_by", "=", runner).execute();
}

export async function noteOther({ db }: SweepParts, now: Date): Promise<RetentionWarning[]> {
  return db.transaction().execute(async (trx) => {
    const { warnings: before } = await readRetention(trx);
    const others = before.filter(({ code }) => code !== anotherRun.code);
    const warnings = [...others, ...asWarnings([anotherRun], before, now)];
    await trx
      .updateTable("retention")
      .set({ warnings: JSON.stringify(warnings) })
      .execute();
    await recordRetention(trx, { at: now, kind: "retention-stopped", memberId: null, detail: { ...anotherRun } });
    return warnings;
  });
}

/** What was announced by another clock is announced anew. */
export async function noteJump({ db }: SweepParts, now: Date): Promise<void> {
  await changeLibrary(db, async (trx) => {
    await withdrawAll(trx, now);
    await trx.updateTable("retention").set({ clock_jumped_at: now }).execute();
  });
}

export async function endRun(
  { db, media, log }: SweepParts,
  { row, now, stops }: { row: RetentionRow; now: Date; stops: readonly Stop[] },
): Promise<RetentionWarning[]> {
  const warnings = asWarnings(stops, row.warnings, now);
  return db.transaction().execute(async (trx) => {
    // what another run noted while this one ran stays to be read
    const { warnings: present } = await readRetention(trx);
    const since = present.filter(({ code, at }) => code === anotherRun.code && Date.parse(at) >= now.getTime());
    const all = [...warnings, ...since];
    await trx
      .updateTable("retention")
      .set({ last_run_at: now, warnings: JSON.stringify(all), store_id: row.store_id ?? media.store.id })
      .execute();
    for (const stop of stops.filter(({ code }) => row.warnings.every((known) => known.code !== code))) {
      await recordRetention(trx, { at: now, kind: "retention-stopped", memberId: null, detail: { ...stop } });
      log.warn({ reason: stop.code }, stop.sentence);
    }
    return all;
  });
}
