// A runner's claim on a job: a lease on the row that has to be renewed. Whoever finds it run out may put the job back.
// Each statement names the holder, so one that has lost its lease can no longer change the row.
// Times are of the server that writes them: servers that share a database keep their clocks within a few seconds.
import { setImmediate } from "node:timers/promises";
import { sql, type Updateable } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import type { JobTable } from "#server/database/tables.ts";
import { timestamp, type Job } from "./queue.ts";

export type TakenJob = Pick<
  Job,
  "id" | "kind" | "payload" | "priority" | "run_at" | "attempts" | "deaths" | "lease_until" | "is_cancel_wanted"
>;

interface Claim {
  /** The name of the one who takes: unique to one runner. */
  holder: string;
  kinds: readonly string[];
  limit: number;
  now: Date;
  until: Date;
  /** Jobs at work in this very runner: not to be taken a second time, even when their lease was lost. */
  except: readonly number[];
  /** False: nothing during which a server died. */
  takesDied?: boolean;
}

const takenColumns = [
  "job.id",
  "job.kind",
  "job.payload",
  "job.priority",
  "job.run_at",
  "job.attempts",
  "job.deaths",
  "job.lease_until",
  "job.is_cancel_wanted",
] as const;

/** Takes what is due, at most `limit`, the most urgent first. Counts the attempt. */
export async function takeJobs(db: Database, claim: Claim): Promise<TakenJob[]> {
  if (claim.kinds.length === 0) return [];
  const taken = await db
    .with("picked", (query) =>
      query
        .selectFrom("job")
        .select("id")
        // in these very words: the index of open jobs is found by them
        .where(sql<boolean>`state in ('waiting', 'running')`)
        .where("state", "=", "waiting")
        .where("run_at", "<=", claim.now)
        .where("kind", "in", claim.kinds)
        .$if(claim.except.length > 0, (select) => select.where("id", "not in", claim.except))
        .$if(claim.takesDied === false, (select) => select.where("deaths", "=", 0))
        .orderBy("priority", "desc")
        .orderBy("run_at")
        .orderBy("id")
        .limit(claim.limit)
        // On SQLite one statement is alone with the database as it is.
        .$if(isPostgres(db), (select) => select.forUpdate().skipLocked()),
    )
    .updateTable("job")
    .from("picked")
    .whereRef("job.id", "=", "picked.id")
    .set((e) => ({
      state: "running",
      lease_by: claim.holder,
      lease_until: claim.until,
      started_at: claim.now,
      attempts: e("job.attempts", "+", 1),
    }))
    .returning(takenColumns)
    .execute();
  return taken.toSorted((a, b) => b.priority - a.priority || a.run_at.getTime() - b.run_at.getTime() || a.id - b.id);
}

/** Whether any job could be taken, or was left behind. Reading costs less than an update that finds nothing. */
export async function hasDue(db: Database, now: Date, kinds?: readonly string[]): Promise<boolean> {
  if (kinds?.length === 0) return false;
  let query = db
    .selectFrom("job")
    .select("id")
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .where((e) =>
      e.or([
        e.and([e("state", "=", "waiting"), e("run_at", "<=", now)]),
        e.and([e("state", "=", "running"), e("lease_until", "<", now)]),
      ]),
    )
    .limit(1);
  if (kinds) query = query.where("kind", "in", kinds);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether anything is due, whoever does it: asked once for all who want to know at the same moment. */
export function askTogether(db: Database): (now: Date) => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  const ask = async (now: Date): Promise<boolean> => {
    // until then the others have joined; who comes later asks anew
    await setImmediate();
    asking = undefined;
    return hasDue(db, now);
  };
  return (now) => (asking ??= ask(now));
}

/** Whether any job of these kinds is due or running. */
export async function hasOpen(db: Database, kinds: readonly string[], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("job")
    .select("id")
    // in these very words: the index of open jobs is found by them
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .where("kind", "in", kinds)
    .where((e) => e.or([e("state", "=", "running"), e("run_at", "<=", now)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes what is running although its lease has run out: its server died. No attempt begins by it. */
export async function takeLeftBehind(db: Database, claim: Omit<Claim, "limit" | "takesDied">): Promise<TakenJob[]> {
  if (claim.kinds.length === 0) return [];
  let query = db
    .updateTable("job")
    .set({ lease_by: claim.holder, lease_until: claim.until })
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .where("state", "=", "running")
    .where("lease_until", "<", claim.now)
    .where("kind", "in", claim.kinds);
  if (claim.except.length > 0) query = query.where("id", "not in", claim.except);
  return query.returning(takenColumns).execute();
}

/** Renews what the holder still holds and returns it; a job that is missing was taken over or has ended. */
export async function renewLeases(
  db: Database,
  holder: string,
  lease: { ids: readonly number[]; until: Date },
): Promise<Pick<Job, "id" | "is_cancel_wanted">[]> {
  return db
    .updateTable("job")
    .set({ lease_until: lease.until })
    .where("lease_by", "=", holder)
    .where("state", "=", "running")
    .where("id", "in", lease.ids)
    .returning(["id", "is_cancel_wanted"])
    .execute();
}

/** Which of these jobs somebody wants cancelled. */
export async function findCancelled(db: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("job")
    .select("id")
    .where("id", "in", ids)
    .where("is_cancel_wanted", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

export type Ending =
  | { as: "done"; at: Date }
  | { as: "cancelled"; at: Date; attempts?: number }
  | { as: "quarantined"; at: Date; error: string; attempts?: number; deaths?: number }
  | { as: "retry"; runAt: Date; error: string }
  | { as: "postponed"; runAt: Date; wasDueAt: Date; error: string; attempts: number }
  | { as: "putBack"; runAt: Date; attempts: number; deaths?: number };

/** Ends the holder's claim; false when it no longer held the job. */
export async function endLease(db: Database, holder: string, end: { id: number; ending: Ending }): Promise<boolean> {
  if (end.ending.as === "done" || end.ending.as === "quarantined") await forgetFailures(db, holder, end.id);
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set({ lease_by: null, lease_until: null, ...describeEnding(end.ending) })
    .$if(end.ending.as === "postponed", (query) => query.set(waitUntil(db, end.ending)))
    .where("id", "=", end.id)
    .where("lease_by", "=", holder)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes older failures of a job that is done again and again: only the last counts, and none once it went well. */
async function forgetFailures(db: Database, holder: string, id: number): Promise<void> {
  await db
    .deleteFrom("job")
    .where("state", "=", "quarantined")
    .where((e) =>
      e.exists(
        e
          .selectFrom("job as held")
          .select("held.id")
          .where("held.id", "=", id)
          .where("held.lease_by", "=", holder)
          .whereRef("held.kind", "=", "job.kind")
          .whereRef("held.key", "=", "job.key"),
      ),
    )
    .execute();
}

// An undefined column is left as it is.
function describeEnding(ending: Ending): Updateable<JobTable> {
  switch (ending.as) {
    case "done":
      return { state: "done", finished_at: ending.at, progress: 1, error: null };
    case "cancelled":
      return { state: "cancelled", finished_at: ending.at, attempts: ending.attempts };
    case "quarantined":
      return {
        ...{ state: "quarantined", finished_at: ending.at, error: ending.error },
        ...{ attempts: ending.attempts, deaths: ending.deaths },
      };
    case "retry":
      return { state: "waiting", run_at: ending.runAt, error: ending.error };
    case "postponed":
      return { state: "waiting", error: ending.error, attempts: ending.attempts, progress: 0 };
    case "putBack":
      return { state: "waiting", run_at: ending.runAt, attempts: ending.attempts, deaths: ending.deaths };
  }
}

/** What was brought forward while it ran does not wait. */
function waitUntil(db: Database, ending: Ending) {
  if (ending.as !== "postponed") return {};
  const { runAt, wasDueAt } = ending;
  return {
    run_at: sql<Date>`case when run_at = ${timestamp(db, wasDueAt)} then ${timestamp(db, runAt)} else run_at end`,
  };
}

/** Writes how far the holder's job is. */
export async function saveProgress(
  db: Database,
  holder: string,
  { id, fraction, words }: { id: number; fraction: number; words: string | null },
): Promise<void> {
  await db
    .updateTable("job")
    .set({ progress: fraction, progress_words: words })
    .where("id", "=", id)
    .where("lease_by", "=", holder)
    .where("state", "=", "running")
    .execute();
}

/** Everything that runs may be taken by others at once. */
export async function endLeases(db: Database): Promise<void> {
  await db
    .updateTable("job")
    .set({ lease_until: new Date(0) })
    .where("state", "=", "running")
    .execute();
}
