// What the sweep remembers from one run to the next: whose turn it is, when it last ran, and why it stopped.
import type { RetentionWarning } from "#server/database/tables.ts";
import { lockLibrary } from "#server/library/version.ts";
import type { Parts } from "#server/parts.ts";
import type { PurgeParts } from "./purge.ts";
import { asWarnings, type Stop } from "./guards.ts";
import { readRetention, recordRetention, withdrawAll, type RetentionRow } from "./rows.ts";
import { words } from "./words.ts";

export type SweepParts = PurgeParts & Pick<Parts, "clock">;

export const anotherRun: Stop = {
  code: "another-run",
  sentence: words.anotherRun,
};
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
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx);
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
