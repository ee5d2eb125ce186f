import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import { addVideo } from "#server/library/add.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { ProgramFailed } from "#server/media/ffmpeg/run.ts";
import { addJob } from "#server/queue/queue.ts";
import { Postponed } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import { heavyKinds, openTestDatabase } from "#server/testing/databases.ts";
import { failInWords, readFailure, writeFailure } from "#server/prepare/failure.ts";
import { addRecording, findRecording, setSizesAsked } from "#server/library/recording.ts";
import { addStep, type Step } from "#server/prepare/steps.ts";
import { findAhead } from "./ahead.ts";
import { cancelWork, prepareAgain, retryWork } from "./change.ts";
import { createWorkUpdates } from "./updates.ts";
import { listWork } from "./list.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-11-15T10:00:00Z");
const sound = { codec: "aac" } as unknown as Facts["audio"];

async function takeInto(db: Database, title: string, facts: Partial<Facts> = {}): Promise<string> {
  return changeLibrary(db, async (trx) => {
    const id = await addVideo(trx, { title, addDate: now, memberId: null }, now);
    const whole = { durationSeconds: 60, video: { width: 320 }, audio: sound, ...facts } as unknown as Facts;
    await addRecording(trx, { videoId: id, sha256: id.padEnd(64, "0"), bytes: 1000, name: "x.mp4", facts: whole }, now);
    return id;
  });
}

async function setJob(db: Database, key: string, values: object): Promise<number> {
  const [row] = await db.updateTable("job").set(values).where("key", "=", key).returning("id").execute();
  return row?.id ?? 0;
}

describe.each(heavyKinds("postgres"))("work as editors see it, on %s", (kind) => {
  async function open() {
    const database = await openTestDatabase(kind);
    const { db } = database;
    let woken = 0;
    const parts = { db, clock: { now: () => now }, wake: () => void (woken += 1) };
    const stateOf = async (id: string) => {
      const video = await db.selectFrom("video").select("state").where("id", "=", id).executeTakeFirst();
      return [video?.state, (await findRecording(db, id))?.problem];
    };
    return { database, db, parts, stateOf, countWakes: () => woken };
  }

  it("lists running, waiting, failed and ended steps in that order, with words, place and time left", async () => {
    const { database, db } = await open();
    await using _ = database;
    const steps: [title: string, step: Step, values: object, facts?: Partial<Facts>][] = [
      ["Ended", "check", { state: "done", finished_at: now, progress: 1 }],
      [
        "Failed",
        "sound",
        { state: "quarantined", finished_at: now, attempts: 3, error: "It broke.\nline one\nline two" },
      ],
      ["Waiting", "pictures", { attempts: 0 }, { audio: null }],
      [
        "Running",
        "sound",
        { state: "running", progress: 0.25, started_at: new Date(now.getTime() - 10_000) },
        { video: null },
      ],
      ["Long ago", "check", { state: "done", finished_at: new Date(now.getTime() - 3 * 86_400_000) }],
    ];
    for (const [title, step, values, facts] of steps) {
      const id = await takeInto(db, title, facts);
      await addStep(db, id, step);
      await setJob(db, id, values);
    }
    await addJob(db, { kind: "recheck", payload: {} });
    await addJob(db, { kind: "sweep-retention", payload: {} });
    expect((await listWork(db, now)).counts).toEqual({ running: 1, waiting: 1, failed: 1, done: 2, cancelled: 0 });
    const gone = await takeInto(db, "Gone");
    await addStep(db, gone, "first");
    await db.deleteFrom("video").where("id", "=", gone).execute();

    const { items } = await listWork(db, now);
    expect(items.map(({ title, state, step_number, steps: all }) => [title, state, `${step_number}/${all}`])).toEqual([
      ["Running", "running", "2/4"],
      ["Waiting", "waiting", "2/4"],
      ["Failed", "failed", "3/5"],
      ["Ended", "done", "5/5"],
    ]);
    expect(items[0]).toMatchObject({
      step: "Adjusting the loudness",
      seconds_left: 30,
      can_cancel: true,
      can_retry: false,
    });
    expect(items[2]).toMatchObject({ problem: "It broke.", log: ["line one", "line two"], can_retry: true });
  });

  it("says how far all that is being prepared is, and what the rest costs; what was ready before is not counted", async () => {
    const { database, db, parts } = await open();
    await using _ = database;
    const ahead = async (smallerSizes: "always" | "when-asked") =>
      findAhead({ ...parts, config: { smallerSizes } as Config });
    expect(await ahead("always")).toBeNull();
    const video = { ...{ width: 1920, height: 1080, framesPerSecond: 30 }, codec: "h264", pixelFormat: "yuv420p" };
    const add = async (title: string, step: Step, values: object) => {
      const id = await takeInto(db, title, { video, durationSeconds: 600 } as unknown as Facts);
      await addStep(db, id, step);
      await setJob(db, id, values);
      if (step !== "first") await db.updateTable("video").set({ state: "published" }).where("id", "=", id).execute();
      return id;
    };
    await add("Before", "check", { state: "done", created_at: new Date(now.getTime() - 60_000) });
    await add("Ready", "check", { state: "done", created_at: now });
    await add("New", "first", { created_at: now });
    const half = await add("Half", "rungs", { created_at: now, state: "running", progress: 0.5 });
    const all = await ahead("always");
    expect(all).toMatchObject({ recordings: 3, watchable: 2 });
    const [whole, left] = [all?.processor_seconds ?? 0, all?.processor_seconds_left ?? 0];
    // one is ready, one has all before it, and one half of the smaller sizes, which take most of the time
    expect(left / whole).toBeGreaterThan(0.45);
    expect(left / whole).toBeLessThan(0.55);
    expect(all?.bytes_left).toBeGreaterThan(2e8);
    const least = await ahead("when-asked");
    expect(least?.processor_seconds_left).toBeLessThan(left / 5);
    await setSizesAsked(db, half, now);
    expect((await ahead("when-asked"))?.processor_seconds_left).toBeGreaterThan(left / 4);
    const { items } = await listWork(db, now);
    expect(items.filter(({ asked_at }) => asked_at !== null).map(({ title, asked_at }) => [title, asked_at])).toEqual([
      ["Half", now.toISOString()],
    ]);
  });

  it("a recording whose preparing is cancelled has failed and says so, and is prepared when it is tried again", async () => {
    const { database, db, parts, stateOf, countWakes } = await open();
    await using _ = database;
    const id = await takeInto(db, "Changed my mind");
    await addStep(db, id, "first");
    const [item] = (await listWork(db, now)).items;
    const cancelled = await cancelWork(parts, item?.id ?? 0);
    expect(cancelled).toMatchObject({ state: "cancelled", problem: "Preparing was cancelled.", can_retry: true });
    expect(await stateOf(id)).toEqual(["failed", "Preparing was cancelled."]);
    expect((await cancelWork(parts, cancelled.id)).state).toBe("cancelled");

    const again = await retryWork(parts, cancelled.id);
    expect(again).toMatchObject({ id: cancelled.id, state: "waiting", problem: null, can_cancel: true });
    expect(await stateOf(id)).toEqual(["preparing", null]);
    expect((await retryWork(parts, cancelled.id)).state).toBe("waiting");
    expect(countWakes()).toBe(4);
  });

  it("of a published recording only the remaining steps are cancelled, and can be tried again", async () => {
    const { database, db, parts, stateOf } = await open();
    await using _ = database;
    const id = await takeInto(db, "Watchable");
    await db.updateTable("video").set({ state: "published" }).where("id", "=", id).execute();
    await addStep(db, id, "rungs");
    const job = await setJob(db, id, { state: "running", started_at: now, lease_by: "somebody" });
    const cancelled = await cancelWork(parts, job);
    expect(cancelled).toMatchObject({ state: "running", can_cancel: false });
    await expect(retryWork(parts, job)).rejects.toMatchObject({ code: "conflict" });
    await setJob(db, id, { state: "cancelled", finished_at: now });
    expect(await stateOf(id)).toEqual(["published", null]);
    expect((await retryWork(parts, job)).state).toBe("waiting");
    expect(await stateOf(id)).toEqual(["published", null]);
  });

  it("a failed recording is prepared again by the job that failed, and one in the trash is not", async () => {
    const { database, db, parts, stateOf } = await open();
    await using _ = database;
    const id = await takeInto(db, "Failed");
    await addStep(db, id, "first");
    const job = await setJob(db, id, { state: "quarantined", error: "It broke.", attempts: 3, finished_at: now });
    await db.updateTable("video").set({ state: "failed" }).where("id", "=", id).execute();
    expect(await prepareAgain(parts, id)).toMatchObject({ state: "preparing" });
    expect((await listWork(db, now)).items).toMatchObject([{ id: job, state: "waiting", attempts: 0, problem: null }]);
    expect(await stateOf(id)).toEqual(["preparing", null]);
    expect(await prepareAgain(parts, id)).toMatchObject({ state: "preparing" });

    await db.deleteFrom("job").execute();
    await db.updateTable("video").set({ state: "failed" }).where("id", "=", id).execute();
    await prepareAgain(parts, id);
    expect((await listWork(db, now)).items).toHaveLength(1);
    await db.updateTable("video").set({ state: "published" }).where("id", "=", id).execute();
    await expect(prepareAgain(parts, id)).rejects.toMatchObject({ code: "conflict" });

    const failed = await setJob(db, id, { state: "quarantined", finished_at: now });
    await db.updateTable("video").set({ trashed_at: now }).where("id", "=", id).execute();
    await expect(prepareAgain(parts, id)).rejects.toMatchObject({ code: "not-found" });
    await expect(retryWork(parts, failed)).rejects.toMatchObject({ code: "conflict" });
  });
});

it("a failure that is gone is removed from the list of everybody who watches", async () => {
  await using database = await openTestDatabase("sqlite");
  const { db } = database;
  await addJob(db, { kind: "sweep-retention", key: "round", payload: {} });
  await setJob(db, "round", { state: "quarantined", finished_at: now });
  const feed = createWorkUpdates({ db, clock: { now: () => now }, log: pino({ level: "silent" }) });
  const told: number[] = [];
  const stop = feed.watch((event) => void (event.name === "work" && told.push(event.data.items.length)));
  await expect.poll(() => told).toEqual([1]);
  await db.deleteFrom("job").execute();
  await expect.poll(() => told).toEqual([1, 0]);
  stop();
});

describe("the lines of a failure", () => {
  it("are the last ones, without paths of the machine and addresses in memory", () => {
    const log = [
      ...Array.from({ length: 30 }, (_, index) => `frame ${index}`),
      "[h264 @ 0x55fa085c06c0] Invalid NAL unit size (0 > 7528).",
      "/srv/my archive/media/ab/abcd/original: Invalid data found at 25/1 fps",
      "Could not open 'C:\\Users\\Ada\\media\\original'\u001b[31m",
    ].join("\n");
    const failure = readFailure(writeFailure(new ProgramFailed("ffmpeg ended with 1", log)));
    expect(failure?.sentence).toBe("The program for this step failed: ffmpeg ended with 1.");
    expect(failure?.log).toHaveLength(20);
    expect(failure?.log.slice(-3)).toEqual([
      "[h264] Invalid NAL unit size (0 > 7528).",
      "original: Invalid data found at 25/1 fps",
      "Could not open 'original' [31m",
    ]);
  });

  it("of housekeeping are in the log, and editors read a sentence without details", async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => void lines.push(line) });
    const sweep = failInWords({ log }, () => Promise.reject(new Error("EACCES: unlink '/srv/media/ab'")));
    const job = { signal: new AbortController().signal, progress: () => undefined, isLastAttempt: false };
    await expect(sweep(null as never, job)).rejects.toThrow(/^An unexpected error happened/);
    expect(lines.join("")).toContain("/srv/media/ab");
    const wait = new Postponed("The disk is full.", 1);
    await expect(failInWords({ log }, () => Promise.reject(wait))(null as never, job)).rejects.toBe(wait);
  });

  it("come with the sentence of a refusal, and with none where nothing is known", () => {
    const refusal = new Refusal("bad-input", "Nothing of it can be played.", { cause: ["no frame"] });
    expect(readFailure(writeFailure(refusal))).toEqual({ sentence: refusal.message, log: ["no frame"] });
    expect(readFailure(writeFailure(new Error("/secret/path")))?.log).toEqual([]);
    expect(readFailure(null)).toBeNull();
  });
});
