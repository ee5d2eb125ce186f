import { describe, expect, it } from "vitest";
import type { Database } from "#server/database/open.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { takeJobs, takeLeftBehind } from "./lease.ts";
import { addJob, cancelJob, findJob, retryJob } from "./queue.ts";
import { startRunner } from "./runner.ts";
import { defaultSettings, type JobHandler, type RunnerOptions } from "./settings.ts";

describe.each(databaseKinds)("work whose server died, on %s", (kind) => {
  it("is done by another once its lease has run out, and not before", async () => {
    await using queue = await openQueue(kind);
    await queue.die({ leaseMs: 60_000 });
    await queue.run(async () => queue.tries.push(1));
    expect(await queue.job()).toMatchObject({ state: "running", deaths: 0 });
    expect(queue.tries).toEqual([]);
    await queue.run(async () => queue.tries.push(1), { clock: () => new Date(Date.now() + 61_000) });
    expect(await queue.job()).toMatchObject({ state: "done", attempts: 1, deaths: 1 });
  });

  it("has not failed by that: it is still tried as often as any other", async () => {
    await using queue = await openQueue(kind);
    const lasts: boolean[] = [];
    const fail: JobHandler = async (_payload, { isLastAttempt }) => {
      lasts.push(isLastAttempt);
      throw new Error("no");
    };
    // twice between any two of its own failures
    for (let turn = 0; turn < 3; turn += 1) {
      await queue.die();
      await queue.run(fail, { waitAfterCrashMs: () => 600_000 });
      await queue.die();
      await queue.run(fail, { waitAfterCrashMs: () => 0, backoffMs: () => 600_000 });
    }
    expect(lasts).toEqual([false, false, true]);
    expect(await queue.job()).toMatchObject({ state: "quarantined", attempts: 3, deaths: 6, error: "no" });
  });

  it("counts one crash, also when the next server dies before it has put the work back", async () => {
    await using queue = await openQueue(kind);
    await queue.die();
    const now = new Date();
    const claim = { holder: "dead, too", kinds: ["note"], now, until: new Date(now.getTime() - 1), except: [] };
    expect(await takeLeftBehind(queue.db, claim)).toHaveLength(1);
    await queue.run(async () => queue.tries.push(1));
    expect(await queue.job()).toMatchObject({ state: "done", attempts: 1, deaths: 1 });
  });

  it("is not begun by a server that has only just started, where its runner says so; other work is", async () => {
    await using queue = await openQueue(kind);
    await queue.die();
    const other = await addJob(queue.db, { kind: "note", payload: null });
    const handle = async () => queue.tries.push(1);
    await queue.run(handle, { calmMs: 600_000 });
    expect(await queue.job()).toMatchObject({ state: "waiting", deaths: 1 });
    expect(await findJob(queue.db, other.id)).toMatchObject({ state: "done" });
    await queue.run(handle, { calmMs: 0 });
    expect(await queue.job()).toMatchObject({ state: "done" });
  });

  it("waits longer after each time", async () => {
    await using queue = await openQueue(kind);
    const waits: number[] = [];
    for (let crash = 1; crash <= 4; crash += 1) {
      await queue.die();
      const now = new Date();
      await queue.run(async () => queue.tries.push(1), { clock: () => now, waitAfterCrashMs: (n) => 1000 * 2 ** n });
      waits.push(((await queue.job())?.run_at.getTime() ?? 0) - now.getTime());
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000]);
    expect(queue.tries).toEqual([]);
    expect([1, 2, 3, 9].map(defaultSettings.waitAfterCrashMs)).toEqual([0, 10_000, 20_000, 600_000]);
  });

  it("is given up after ten times, without being tried again, until somebody asks for it", async () => {
    await using queue = await openQueue(kind);
    const handle = async () => queue.tries.push(1);
    for (let crash = 1; crash <= 10; crash += 1) {
      await queue.die();
      await queue.run(handle, { waitAfterCrashMs: () => 600_000 });
      expect((await queue.job())?.state).toBe(crash < 10 ? "waiting" : "quarantined");
    }
    expect((await queue.job())?.error).toMatch(/^The server stopped 10 times during this job.*choose Try again\.$/);
    expect(queue.tries).toEqual([]);
    expect(await retryJob(queue.db, queue.id)).toBe(true);
    await queue.run(handle);
    expect(await queue.job()).toMatchObject({ state: "done", attempts: 1, deaths: 0, error: null });
  });

  it("is not started again when it was cancelled meanwhile", async () => {
    await using queue = await openQueue(kind);
    await queue.die();
    expect(await cancelJob(queue.db, queue.id)).toBe("running");
    await queue.run(async () => queue.tries.push(1));
    expect(await queue.job()).toMatchObject({ state: "cancelled", attempts: 0 });
    expect(queue.tries).toEqual([]);
  });
});

/** A queue with one job. */
async function openQueue(kind: (typeof databaseKinds)[number]) {
  const database = await openTestDatabase(kind);
  const { db } = database;
  const { id } = await addJob(db, { kind: "note", payload: null });
  return {
    db,
    id,
    tries: [] as number[],
    job: () => findJob(db, id),
    /** Whenever it is due: taken by a server that ends in it. */
    async die({ leaseMs = -1000 } = {}) {
      await db
        .updateTable("job")
        .set({ run_at: new Date(0) })
        .execute();
      expect(await takeAsDeadServer(db, leaseMs)).toHaveLength(1);
    },
    /** A server that does what there is to do now. */
    async run(note: (...args: Parameters<JobHandler>) => Promise<unknown>, options: Partial<RunnerOptions> = {}) {
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const handlers: Record<string, JobHandler> = { note: async (...args) => void (await note(...args)) };
      const runner = startRunner(db, handlers, { log, pollMs: 20, ...options });
      await runner.idle();
      await runner.close();
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

async function takeAsDeadServer(db: Database, leaseMs: number) {
  const now = new Date();
  const until = new Date(now.getTime() + leaseMs);
  return takeJobs(db, { holder: "dead", kinds: ["note"], limit: 1, now, until, except: [] });
}
