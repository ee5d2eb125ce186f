// Work kept in the database until it is done: add, look, cancel, try again. Takes a transaction as gladly as `db`.
// A runner in this process notices at its next poll; call its wake() after the commit to have it notice at once.
import { sql, type Selectable } from "kysely";
import { isPostgres, type Database, type Trx } from "#server/database/open.ts";
import type { JobState, JobTable } from "#server/database/tables.ts";

export type Job = Selectable<JobTable>;

interface NewJob {
  kind: string;
  /** Anything JSON can hold. */
  payload: unknown;
  /** A key: at most one job of this kind and key is waiting or running. */
  key?: string;
  delayMs?: number;
  /** Higher is sooner; 0 unless said. */
  priority?: number;
  now?: Date;
}

/** The job's id; `isNew` is false when one of that kind and key was already waiting or running. */
export async function addJob(db: Database, job: NewJob): Promise<{ id: number; isNew: boolean }> {
  const now = job.now ?? new Date();
  const row = {
    kind: job.kind,
    key: job.key ?? null,
    payload: JSON.stringify(job.payload ?? null),
    priority: job.priority ?? 0,
    state: "waiting",
    run_at: new Date(now.getTime() + (job.delayMs ?? 0)),
    created_at: now,
  } as const;
  for (;;) {
    const added = await db
      .insertInto("job")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) return { id: added.id, isNew: true };
    const present = await db
      .selectFrom("job")
      .select("id")
      .where("kind", "=", row.kind)
      .where("key", "=", row.key)
      .where("state", "in", ["waiting", "running"])
      .executeTakeFirst();
    // None: it ended between the two statements, so there is room for ours now.
    if (present) return { id: present.id, isNew: false };
  }
}

/** A waiting job is cancelled at once; a running one is told, and "running" comes back. Undefined: it had ended. */
export async function cancelJob(
  db: Database,
  id: number,
  now = new Date(),
): Promise<"cancelled" | "running" | undefined> {
  const cancelled = await db
    .updateTable("job")
    .set((e) => ({
      is_cancel_wanted: true,
      state: e.case().when("state", "=", "waiting").then<JobState>("cancelled").else(e.ref("state")).end(),
      finished_at: e.case().when("state", "=", "waiting").then(timestamp(db, now)).else(e.ref("finished_at")).end(),
    }))
    .where("id", "=", id)
    .where("state", "in", ["waiting", "running"])
    .returning("state")
    .executeTakeFirst();
  return cancelled?.state as "cancelled" | "running" | undefined;
}

/** All of these kinds for one key: waiting ones are cancelled, running ones are told to stop. */
export async function cancelJobsOf(
  trx: Trx,
  { key, kinds, now }: { key: string; kinds: readonly string[]; now: Date },
): Promise<void> {
  const jobs = trx.updateTable("job").where("key", "=", key).where("kind", "in", kinds);
  await jobs.set({ is_cancel_wanted: true }).where("state", "=", "running").execute();
  await jobs.set({ state: "cancelled", finished_at: now }).where("state", "=", "waiting").execute();
}

export async function deleteJobsOf(trx: Trx, { key, kinds }: { key: string; kinds: readonly string[] }): Promise<void> {
  await trx.deleteFrom("job").where("key", "=", key).where("kind", "in", kinds).execute();
}

/** What they have waited for has happened: they are due now. One that runs at this moment and is to wait is due again at once. */
export async function bringForward(
  db: Database,
  { kind, keys, now }: { kind: string; keys: readonly string[]; now: Date },
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable("job")
    .set({ run_at: now })
    .where("kind", "=", kind)
    .where("key", "in", keys)
    .where("state", "in", ["waiting", "running"])
    .execute();
}

/** Takes up again what failed or was cancelled, with all its attempts. False: it had not ended so, or another has its key. */
export async function retryJob(db: Database, id: number, now = new Date()): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set({
      state: "waiting",
      run_at: now,
      attempts: 0,
      deaths: 0,
      progress: 0,
      progress_words: null,
      error: null,
      is_cancel_wanted: false,
      finished_at: null,
    })
    .where("id", "=", id)
    .where("state", "in", ["quarantined", "cancelled"])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("job as other")
            .select("other.id")
            .whereRef("other.kind", "=", "job.kind")
            .whereRef("other.key", "=", "job.key")
            .where("other.state", "in", ["waiting", "running"]),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findJob(db: Database, id: number): Promise<Job | undefined> {
  return db.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst();
}

interface JobFilter {
  state?: JobState;
  kind?: string;
  /** Only older ones than this: the last id of the page before. */
  beforeId?: number;
  limit?: number;
}

/** Newest first. */
export async function listJobs(db: Database, filter: JobFilter = {}): Promise<Job[]> {
  const { state, kind, beforeId, limit = 50 } = filter;
  return db
    .selectFrom("job")
    .selectAll()
    .$if(state !== undefined, (query) => query.where("state", "=", state as JobState))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as string))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId as number))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countJobs(db: Database, kind?: string): Promise<Record<JobState, number>> {
  const rows = await db
    .selectFrom("job")
    .select((e) => ["state" as const, e.fn.countAll<number>().as("count")])
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as string))
    .groupBy("state")
    .execute();
  const none = { waiting: 0, running: 0, done: 0, cancelled: 0, quarantined: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** Forgets what ended well or was cancelled some days ago; what is in quarantine stays until it is done. Returns how many. */
export async function sweepJobs(db: Database, { days = 7, now = new Date() } = {}): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("job")
    .where("state", "in", ["done", "cancelled"])
    .where("finished_at", "<", new Date(now.getTime() - days * 86_400_000))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

// A bare parameter inside `case` has no type for PostgreSQL.
export function timestamp(db: Database, at: Date) {
  return isPostgres(db) ? sql<Date>`cast(${at} as timestamptz)` : sql<Date>`${at}`;
}
