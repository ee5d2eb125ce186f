import { describe, expect, it } from "vitest";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { askTogether } from "./lease.ts";
import { addJob, cancelJob, countJobs, findJob, listJobs, retryJob, sweepJobs } from "./queue.ts";

describe.each(databaseKinds)("the queue on %s", (kind) => {
  it("answers once those who ask at the same moment whether anything is due, and later ones anew", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const isAnyDue = askTogether(db);
    const first = isAnyDue(new Date());
    expect(isAnyDue(new Date())).toBe(first);
    expect(await first).toBe(false);
    await addJob(db, { kind: "prepare", payload: null });
    expect(await isAnyDue(new Date(Date.now() + 1))).toBe(true);
  });

  it("keeps a job as it was given", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const now = new Date("2026-11-15T06:30:00.123Z");
    const payload = { video: "v1", steps: ["probe", "encode"] };
    const { id } = await addJob(db, { kind: "prepare", payload, key: "v1", delayMs: 1000, priority: 5, now });
    expect(await findJob(db, id)).toStrictEqual({
      id,
      kind: "prepare",
      key: "v1",
      payload,
      priority: 5,
      state: "waiting",
      run_at: new Date("2026-11-15T06:30:01.123Z"),
      attempts: 0,
      deaths: 0,
      lease_by: null,
      lease_until: null,
      is_cancel_wanted: false,
      progress: 0,
      progress_words: null,
      error: null,
      created_at: now,
      started_at: null,
      finished_at: null,
    });
  });

  it("has at most one waiting or running job of a kind and key, and any number without a key", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const add = (kindOfJob: string, key?: string) =>
      addJob(db, { kind: kindOfJob, payload: null, ...(key !== undefined && { key }) });
    const first = await add("check", "ada");
    expect(first.isNew).toBe(true);
    expect(await add("check", "ada")).toEqual({ id: first.id, isNew: false });
    const others = [await add("check", "bob"), await add("prepare", "ada"), await add("check"), await add("check")];
    expect(others.map(({ isNew }) => isNew)).toEqual([true, true, true, true]);
    await cancelJob(db, first.id);
    expect((await add("check", "ada")).isNew).toBe(true);
  });

  it("adds one job when many ask for the same key at once", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => addJob(db, { kind: "check", payload: null, key: "ada" })),
    );
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  });

  it("forgets a job that was added in a transaction that failed", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const failing = db.transaction().execute(async (trx) => {
      await addJob(trx, { kind: "check", payload: null });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await listJobs(db)).toEqual([]);
  });

  it("cancels a waiting job at once and an ended one not at all", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const { id } = await addJob(db, { kind: "check", payload: null });
    const now = new Date("2026-11-15T07:00:00Z");
    expect(await cancelJob(db, id, now)).toBe("cancelled");
    expect(await findJob(db, id)).toMatchObject({ state: "cancelled", finished_at: now });
    expect(await cancelJob(db, id)).toBeUndefined();
  });

  it("takes a job out of quarantine, unless another has its key by now", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const quarantine = async (key: string) => {
      const { id } = await addJob(db, { kind: "check", payload: null, key });
      await db
        .updateTable("job")
        .set({ state: "quarantined", attempts: 3, error: "broken", finished_at: new Date() })
        .where("id", "=", id)
        .execute();
      return id;
    };
    const ada = await quarantine("ada");
    const bob = await quarantine("bob");
    await addJob(db, { kind: "check", payload: null, key: "bob" });
    expect(await retryJob(db, ada)).toBe(true);
    expect(await findJob(db, ada)).toMatchObject({ state: "waiting", attempts: 0, finished_at: null });
    expect(await retryJob(db, ada)).toBe(false);
    expect(await retryJob(db, bob)).toBe(false);
  });

  it("lists newest first, page by page, and counts by state", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const ids: number[] = [];
    for (const kindOfJob of ["a", "b", "a", "b", "a"])
      ids.push((await addJob(db, { kind: kindOfJob, payload: null })).id);
    await cancelJob(db, ids[0] ?? 0);
    const list = async (filter: Parameters<typeof listJobs>[1]) => (await listJobs(db, filter)).map(({ id }) => id);
    expect(await list({ limit: 2 })).toEqual([ids[4], ids[3]]);
    expect(await list({ limit: 2, beforeId: ids[3] ?? 0 })).toEqual([ids[2], ids[1]]);
    expect(await list({ kind: "a", state: "waiting" })).toEqual([ids[4], ids[2]]);
    const none = { running: 0, done: 0, quarantined: 0 };
    expect(await countJobs(db)).toEqual({ ...none, waiting: 4, cancelled: 1 });
    expect(await countJobs(db, "b")).toEqual({ ...none, waiting: 2, cancelled: 0 });
  });

  it("sweeps what ended a week ago, and never what is in quarantine", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const now = new Date();
    const old = new Date(now.getTime() - 8 * 86_400_000);
    for (const [state, finished_at] of [
      ["done", old],
      ["cancelled", old],
      ["quarantined", old],
      ["done", now],
      ["waiting", null],
    ] as const) {
      const { id } = await addJob(db, { kind: "check", payload: null });
      await db.updateTable("job").set({ state, finished_at }).where("id", "=", id).execute();
    }
    expect(await sweepJobs(db, { now })).toBe(2);
    expect(await countJobs(db)).toEqual({ waiting: 1, running: 0, done: 1, cancelled: 0, quarantined: 1 });
  });
});
