import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { openDatabase, type Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { addJob, bringForward, cancelJob, countJobs, findJob, listJobs, retryJob } from "./queue.ts";
import { startRunner, type Runner } from "./runner.ts";
import { Postponed, type JobHandler, type RunnerOptions } from "./settings.ts";

describe.each(databaseKinds)("a runner on %s", (kind) => {
  it("does each job exactly once, though two runners share the queue", async () => {
    await using database = await openTestDatabase(kind, { inFile: true });
    const { db } = database;
    // Two connections of one thread would block each other on SQLite; there a second runner shares the first's.
    await using other = kind === "postgres" ? await openDatabase(database.place) : undefined;
    const done: number[] = [];
    const handlers = { count: async (payload: number) => void done.push(payload) };
    for (let number = 0; number < 200; number += 1) await addJob(db, { kind: "count", payload: number });
    await using one = start(db, handlers, { concurrency: 4 });
    await using two = start(other ?? db, handlers, { concurrency: 4 });
    await Promise.all([one.runner.idle(), two.runner.idle()]);
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, number) => number));
    expect(await countJobs(db)).toMatchObject({ done: 200, waiting: 0, running: 0 });
  });

  it("takes the urgent first and otherwise the oldest", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const done: string[] = [];
    for (const [payload, priority] of [
      ["a", 0],
      ["b", 0],
      ["urgent", 9],
      ["later", -1],
    ] as const)
      await addJob(db, { kind: "note", payload, priority });
    await using started = start(db, { note: async (payload: string) => void done.push(payload) }, { concurrency: 1 });
    await started.runner.idle();
    expect(done).toEqual(["urgent", "a", "b", "later"]);
  });

  it("takes no more at a time than it may at the moment", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    let [most, running, together] = [1, 0, 0];
    const work = async () => {
      running += 1;
      together = Math.max(together, running);
      await vi.waitUntil(() => together >= most, { timeout: 120_000, interval: 5 });
      running -= 1;
    };
    const add = async () => {
      for (let number = 0; number < 6; number += 1) await addJob(db, { kind: "work", payload: null });
    };
    await add();
    await using started = start(db, { work }, { concurrency: () => most });
    await started.runner.idle();
    expect(together).toBe(1);
    most = 3;
    await add();
    await started.runner.idle();
    expect(together).toBe(3);
  });

  it("begins a job within moments of being woken", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const begun = Promise.withResolvers<number>();
    await using started = start(db, { note: async () => begun.resolve(performance.now()) }, { pollMs: 60_000 });
    await started.runner.idle();
    await addJob(db, { kind: "note", payload: null });
    const woken = performance.now();
    started.runner.wake();
    // and not at the next poll
    expect((await begun.promise) - woken).toBeLessThan(20_000);
  });

  it("waits for a job's time to come", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const added = performance.now();
    const begun = Promise.withResolvers<number>();
    await addJob(db, { kind: "note", payload: null, delayMs: 200 });
    await using started = start(db, { note: async () => begun.resolve(performance.now()) });
    await started.runner.idle();
    expect((await begun.promise) - added).toBeGreaterThanOrEqual(195);
  });

  it("leaves alone what it has no handler for", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const { id } = await addJob(db, { kind: "unknown", payload: null });
    await using started = start(db, { note: async () => undefined });
    await started.runner.idle();
    expect(await findJob(db, id)).toMatchObject({ state: "waiting", attempts: 0 });
  });

  it("tries again, later each time, until it works", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const tries: number[] = [];
    const flaky = async () => {
      tries.push(performance.now());
      if (tries.length < 3) throw new Error("not yet");
    };
    const { id } = await addJob(db, { kind: "flaky", payload: null });
    await using _started = start(db, { flaky }, { backoffMs: (attempt) => 60 * attempt });
    await expect.poll(async () => (await findJob(db, id))?.state, waiting).toBe("done");
    expect(await findJob(db, id)).toMatchObject({ attempts: 3, error: null, progress: 1 });
    const [first = 0, second = 0, third = 0] = tries;
    expect(second - first).toBeGreaterThanOrEqual(59);
    expect(third - second).toBeGreaterThanOrEqual(119);
  });

  it("puts a job that fails three times into quarantine with its error, and others flow", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    let tries = 0;
    const handlers = {
      bad: async () => {
        tries += 1;
        throw new Error("the file is broken", { cause: new Error("moov atom not found") });
      },
      good: async () => undefined,
    };
    const { id } = await addJob(db, { kind: "bad", payload: null });
    for (let number = 0; number < 5; number += 1) await addJob(db, { kind: "good", payload: null });
    await using started = start(db, handlers, { concurrency: 1, backoffMs: () => 5 });
    await expect.poll(() => countJobs(db), waiting).toMatchObject({ quarantined: 1, done: 5, waiting: 0 });
    expect(await findJob(db, id)).toMatchObject({
      attempts: 3,
      error: "the file is broken, because moov atom not found",
    });
    await sleep(50);
    expect(tries).toBe(3);
    expect(started.logged.filter(({ level }) => level === "error")).toHaveLength(1);

    expect(await retryJob(db, id)).toBe(true);
    await expect.poll(() => tries, waiting).toBe(6);
  });

  it("keeps one failure of what is tried round after round, and none once it went well", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    let isWell = false;
    const round = async () => {
      if (!isWell) throw new Error("no");
    };
    await using started = start(db, { round }, { maxAttempts: 1 });
    const turn = async (key: string) => {
      await addJob(db, { kind: "round", key, payload: null });
      await started.runner.idle();
    };
    await turn("another");
    for (let number = 0; number < 3; number += 1) await turn("it");
    expect((await listJobs(db)).map(({ key, state }) => `${key} ${state}`)).toEqual([
      "it quarantined",
      "another quarantined",
    ]);
    isWell = true;
    await turn("it");
    expect((await listJobs(db)).map(({ key, state }) => `${key} ${state}`)).toEqual(["it done", "another quarantined"]);
  });

  it("lets work that has to wait do so as often as it takes, and counts no attempt", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    let tries = 0;
    const patient = async () => {
      tries += 1;
      if (tries < 6) throw new Postponed("The disk is full.", tries === 5 ? 600_000 : 5);
    };
    const { id } = await addJob(db, { kind: "patient", payload: null });
    await using started = start(db, { patient });
    await expect.poll(() => tries, waiting).toBe(5);
    await expect.poll(async () => (await findJob(db, id))?.state, waiting).toBe("waiting");
    expect(await findJob(db, id)).toMatchObject({ attempts: 0, error: "The disk is full.", finished_at: null });
    await db.updateTable("job").set({ run_at: new Date() }).execute();
    started.runner.wake();
    await expect.poll(async () => (await findJob(db, id))?.state, waiting).toBe("done");
    expect(await findJob(db, id)).toMatchObject({ attempts: 1, error: null });
  });

  it("says once why jobs wait, however many do, and one that is brought forward while it runs does not wait", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const said: string[] = [];
    const warn = (details: object) => void said.push(String((details as { error?: string }).error));
    const began = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let tries = 0;
    const handlers = {
      many: async (number: number) => {
        throw new Postponed(`Only ${number} GB are left.`, 600_000);
      },
      one: async () => {
        tries += 1;
        if (tries > 1) return;
        began.resolve();
        await go.promise;
        throw new Postponed("no picture", 600_000);
      },
    };
    for (let number = 0; number < 115; number += 1) await addJob(db, { kind: "many", payload: number });
    const { id } = await addJob(db, { kind: "one", key: "it", payload: null });
    await using _started = start(db, handlers, { log: { info() {}, warn, error() {} } });
    await began.promise;
    await bringForward(db, { kind: "one", keys: ["it", "another"], now: new Date() });
    go.resolve();
    await expect.poll(async () => (await findJob(db, id))?.state, waiting).toBe("done");
    expect(tries).toBe(2);
    expect(said).toEqual(["Only 0 GB are left.", "no picture"]);
    expect(await countJobs(db, "many")).toMatchObject({ waiting: 115 });
  });

  it("counts no attempt while the storage or the database is away", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const away = [
      new Refusal("busy", "The storage does not answer."),
      Object.assign(new Error("terminating connection"), { code: "57P01" }),
    ];
    let tries = 0;
    const failing = async (): Promise<void> => {
      throw away[tries++ % 2];
    };
    const { id } = await addJob(db, { kind: "failing", payload: null });
    await using started = start(db, { failing });
    for (let times = 1; times <= 6; times += 1) {
      await expect.poll(() => tries, waiting).toBe(times);
      await expect.poll(async () => (await findJob(db, id))?.state, waiting).toBe("waiting");
      expect(await findJob(db, id)).toMatchObject({ attempts: 0 });
      await db.updateTable("job").set({ run_at: new Date() }).execute();
      started.runner.wake();
    }
  });

  it("keeps a long job by renewing its lease", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    let tries = 0;
    const leaseMs = 4000;
    const handlers = {
      long: async () => {
        tries += 1;
        const leasedUntil = async () => (await findJob(db, id))?.lease_until?.getTime() ?? 0;
        const first = await leasedUntil();
        // longer than the lease that it began with
        await expect.poll(leasedUntil, waiting).toBeGreaterThan(first + leaseMs);
      },
    };
    const { id } = await addJob(db, { kind: "long", payload: null });
    await using one = start(db, handlers, { leaseMs });
    await using two = start(db, handlers, { leaseMs });
    await Promise.all([one.runner.idle(), two.runner.idle()]);
    expect(tries).toBe(1);
    expect(await findJob(db, id)).toMatchObject({ state: "done", attempts: 1 });
  });

  it("tells a handler that its job was taken over, and does not write over the new holder", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const { id } = await addJob(db, { kind: "long", payload: null });
    const long = async (_payload: null, { signal }: { signal: AbortSignal }) => {
      await db.updateTable("job").set({ lease_by: "another" }).where("id", "=", id).execute();
      await untilAborted(signal);
    };
    await using started = start(db, { long }, { leaseMs: 150 });
    await expect
      .poll(() => started.logged.map(({ words }) => words), waiting)
      .toContain("a job ended after its lease had been lost");
  });

  it("stops a running job that is cancelled, at once when woken and at the next poll otherwise", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    for (const pollMs of [60_000, 30]) {
      const begun = Promise.withResolvers<void>();
      const long = async (_payload: null, { signal }: { signal: AbortSignal }) => {
        begun.resolve();
        await untilAborted(signal);
      };
      const { id } = await addJob(db, { kind: "long", payload: null });
      await using started = start(db, { long }, { pollMs });
      await begun.promise;
      expect(await cancelJob(db, id)).toBe("running");
      if (pollMs > 1000) started.runner.wake();
      await expect.poll(async () => (await findJob(db, id))?.state, waiting).toBe("cancelled");
      expect(await findJob(db, id)).toMatchObject({ error: null, is_cancel_wanted: true });
    }
  });

  it("shows progress on the job, without a write for every report", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const seen = new Set<string>();
    const { id } = await addJob(db, { kind: "long", payload: null });
    const lookUntil = async (wanted: string) => {
      for (; !seen.has(wanted); await sleep(5)) {
        const job = await findJob(db, id);
        if (job?.progress_words) seen.add(`${job.progress} ${job.progress_words}`);
      }
    };
    const long: JobHandler = async (_payload, { progress }) => {
      for (let step = 0; step <= 50; step += 1) progress(step / 100, `step ${step}`);
      await lookUntil("0.5 step 50");
      progress(7);
      await lookUntil("1 step 50");
    };
    await using started = start(db, { long }, { progressMs: 300 });
    await started.runner.idle();
    // whoever looks late does not see the first any more; what was in between nobody sees
    expect([...seen].filter((line) => line !== "0 step 0")).toEqual(["0.5 step 50", "1 step 50"]);
  });

  it("lets running work end when it closes, and takes no more", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const begun = Promise.withResolvers<void>();
    const handlers = {
      short: async () => {
        begun.resolve();
        await sleep(100);
      },
    };
    for (let number = 0; number < 3; number += 1) await addJob(db, { kind: "short", payload: null });
    const { runner } = start(db, handlers, { concurrency: 1 });
    await begun.promise;
    await runner.close();
    expect(await countJobs(db)).toMatchObject({ done: 1, waiting: 2, running: 0 });
  });

  it("stops longer work when it closes and puts it back without counting the attempt, heeded or not", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const handlers = {
      heeding: async (_payload: null, { signal }: { signal: AbortSignal }) => untilAborted(signal),
      deaf: () => new Promise<void>(() => undefined),
    };
    await addJob(db, { kind: "heeding", payload: null });
    await addJob(db, { kind: "deaf", payload: null });
    const { runner } = start(db, handlers, { graceMs: 100 });
    await expect.poll(() => countJobs(db), waiting).toMatchObject({ running: 2 });
    await Promise.all([runner.close(), runner.close()]);
    for (const job of await listJobs(db))
      expect(job).toMatchObject({ state: "waiting", attempts: 0, lease_by: null, error: null });
    await runner.idle();
  });
});

const waiting = { interval: 20 };

interface Line {
  level: "info" | "warn" | "error";
  words: string;
}

function start(
  db: Database,
  handlers: Record<string, JobHandler>,
  options: Partial<RunnerOptions> = {},
): AsyncDisposable & { runner: Runner; logged: Line[] } {
  const logged: Line[] = [];
  const at = (level: Line["level"]) => (_details: object, words: string) => void logged.push({ level, words });
  const log = { info: at("info"), warn: at("warn"), error: at("error") };
  const runner = startRunner(db, handlers, { log, pollMs: 20, graceMs: 2000, ...options });
  return {
    runner,
    logged,
    async [Symbol.asyncDispose]() {
      await runner.close();
      expect(logged.filter(({ words }) => words.includes("could not"))).toEqual([]);
    },
  };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  await sleep(60_000, undefined, { signal });
}
