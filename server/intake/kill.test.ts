// The server, or a program it has started, is killed without warning, again and again, while recordings are uploaded and
// prepared. After each time what is published is whole, and in the end everything is. KILLS=1000 makes it a night's work.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { openMedia, type Media } from "#server/media/media.ts";
import { fileOf, hashFile, originalOf } from "#server/media/store/store.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { Refusal } from "#server/refusal.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { findRecording, listAssets } from "#server/library/recording.ts";
import { jobOf, steps as allSteps, type Step } from "#server/prepare/steps.ts";
import { takeIn } from "./take-in.ts";
import { retryWork, type WorkParts } from "#server/work/change.ts";

const kills = Number(process.env["KILLS"] ?? scaled(2, 200));
/** Beside each other: a server that starts leaves a core to others. */
const archives = 2;
/** So many recordings are under way whenever a server starts. */
const underWay = 3;
/** Of those that each server is sent while it runs. */
const sentShare = 0.5;

it(
  "whatever moment the server is killed in, nothing half-made is published and everything gets done",
  { tags: ["long"], timeout: 900_000 + kills * 6000 },
  async () => {
    await using clips = await openClips();
    await writeFile(path.join(clips.folder, "words.srt"), "1\n00:00:01,000 --> 00:00:02,000\nSing along\n");
    const lines = [
      `${pictures("854x480", 25, 3)} ${chord(3)} -i words.srt -map 0 -map 1 -map 2 ${x264} -c:a aac`,
      `${pictures("320x180", 25, 2)} ${chord(2)} -c:v mpeg4 -c:a libmp3lame`,
    ];
    for (const [index, line] of lines.entries()) await clips.make(`${index}.mkv`, line);
    const steps = new Set<string>();
    const isEnough = ({ servers, programs }: Counted) =>
      servers + programs >= kills / archives && (kills < 10 || steps.size === allSteps.length);
    const rigs = Array.from({ length: archives }, (_, index) => killAgainAndAgain(clips, index, { steps, isEnough }));
    const counted = await Promise.all(rigs);
    const sum = (of: (one: Counted) => number) => counted.reduce((all, one) => all + of(one), 0);
    const [servers, programs] = [sum((one) => one.servers), sum((one) => one.programs)];
    const whileFed = sum((one) => one.whileFed);
    console.log(
      `${servers} kills of the server and ${programs} of ffmpeg, in ${[...steps].toSorted().join(", ")}, ${whileFed} of them during an upload`,
    );
    expect(servers + programs).toBeGreaterThanOrEqual(kills);
    const numbers = { kills: servers + programs, programs, whileFed, videos: sum((one) => one.videos) };
    publish("preparing", { ...numbers, mostSteps: steps.size });
  },
);

interface Counted {
  servers: number;
  programs: number;
  whileFed: number;
  videos: number;
}

interface Aim {
  /** In which something was killed, by any of them. */
  steps: Set<string>;
  isEnough(counted: Counted): boolean;
}

/** One archive, until it has been hit often enough. */
async function killAgainAndAgain(clips: Clips, index: number, { steps, isEnough }: Aim): Promise<Counted> {
  const random = createRandom(seed + index);
  await using data = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-kill-"));
  const env = {
    DATA_DIR: data.path,
    PORT: String(await findFreePort()),
    LOG_LEVEL: "silent",
    LEAST_FREE_GB: "0",
    DEMO_CONTENT: "off",
  };
  await using db = await openDatabase({ file: path.join(data.path, "stagedoor.db") });
  await migrate(db);
  await using media = await openMedia(path.join(data.path, "media"), { hasVideos: false });
  const parts = { db, media, config: readConfig(env, {}), clock: { now: () => new Date() }, wake: () => {} };
  await mkdir(path.join(data.path, "uploads"));

  const hashes = rememberHashes();
  const counted: Counted = { servers: 0, programs: 0, whileFed: 0, videos: 0 };
  let clipsMade = 0;
  // the same pictures and sound each time, and yet another file
  const nextClip = (kind: number) => {
    clipsMade += 1;
    const name = `${index}-${clipsMade}.mkv`;
    return clips.make(name, `-i ${kind}.mkv -map 0 -c copy -metadata comment=${name}`);
  };

  while (!isEnough(counted)) {
    for (let open = (await takeUpAgain(parts)).size; open < underWay; open += 1) {
      const file = await nextClip(open % 2);
      await takeIn(parts, { file, name: file, memberId: null });
    }
    const server = startServer({ ...env, ...(random.chance(sentShare) && { SENT: await nextClip(0) }) });
    let said = "";
    server.on("message", (word) => (said = word as string));
    const note = async () => {
      if (said === "") return;
      for (const { kind } of await listRunning(db)) steps.add(kind);
      if (said === "feeding") counted.whileFed += 1;
    };
    // now and then before it is up; else at any moment, or soon after a step has begun
    if (random.chance(0.9)) await once(server, "message");
    const missed = allSteps.filter((step) => !steps.has(jobOf(step)));
    if (random.chance(0.6)) await waitForStep(db, missed.length > 0 ? missed : [random.pick(allSteps)]);
    await sleep(random.below(random.chance(0.5) ? 100 : 1000));
    // by itself now and then: the step fails, and the server goes on
    for (let times = random.below(3); times > 0; times -= 1) {
      await note();
      counted.programs += await killPrograms(server.pid ?? 0);
      await sleep(random.below(400));
    }
    await note();
    server.kill("SIGKILL");
    await once(server, "exit");
    counted.servers += 1;
    await requireWhole(db, media, hashes);
  }

  const server = startServer(env);
  try {
    while ((await takeUpAgain(parts)).size > 0) await sleep(200);
  } finally {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  await requireWhole(db, media, rememberHashes());
  expect(await readdir(path.join(media.store.folder, "aside"))).toEqual([]);
  const states = await db.selectFrom("video").select(["id", "state", "thumbnail_hash", "peaks"]).execute();
  expect(
    states.filter(({ state, thumbnail_hash, peaks }) => state !== "published" || !thumbnail_hash || !peaks),
  ).toEqual([]);
  return { ...counted, videos: states.length };
}

/** Patient, but not for ever: it may be that nothing gets there. */
async function waitForStep(db: Database, wanted: readonly Step[]): Promise<void> {
  const kinds: string[] = wanted.map(jobOf);
  for (let times = 0; times < 200; times += 1) {
    if ((await listRunning(db)).some(({ kind }) => kinds.includes(kind))) return;
    await sleep(50);
  }
}

/** What waits after a failure need not wait here. Returns the videos that are not done yet. */
async function takeUpAgain(parts: WorkParts & { db: Database }): Promise<Set<string | null>> {
  const { db } = parts;
  const open = await db
    .selectFrom("job")
    .select(["id", "state", "key"])
    .where("kind", "like", "prepare-%")
    .where("state", "in", ["waiting", "running", "quarantined"])
    .execute();
  // its program was killed three times: an editor would press "try again"
  for (const { id, state } of open) {
    if (state !== "quarantined") continue;
    await retryWork(parts, id).catch((error: unknown) => {
      // the next step goes on without it
      if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    });
  }
  await db.updateTable("job").set({ run_at: new Date() }).where("state", "=", "waiting").execute();
  return new Set(open.map(({ key }) => key));
}

async function listRunning(db: Database) {
  return (
    db
      .selectFrom("job")
      .select("kind")
      .where("state", "=", "running")
      // what a server that died has left says that it runs
      .where("lease_until", ">", new Date())
      .where("kind", "like", "prepare-%")
      .execute()
  );
}

/** Every ffmpeg that this server has started; how many. */
async function killPrograms(server: number): Promise<number> {
  const all = await Promise.all((await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(readProcess));
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === server || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  const found = all.filter(({ pid, name }) => name === "ffmpeg" && isOurs(pid));
  for (const { pid } of found) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended meanwhile
    }
  }
  return found.length;
}

async function readProcess(name: string): Promise<{ pid: number; parent: number; name: string }> {
  const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  const [, program = "", parent = "0"] = /\((.*)\) \S (\d+)/.exec(text) ?? [];
  return { pid: Number(name), parent: Number(parent), name: program };
}

function startServer(env: Record<string, string>) {
  const program = `
    import { appendFile, readFile, writeFile } from "node:fs/promises";
    import { setTimeout as sleep } from "node:timers/promises";
    import { beginEarlyCopy, continueEarlyCopy } from "#server/prepare/copy-early.ts";
    import { takeIn } from "#server/intake/take-in.ts";
    import { startArchive } from "#server/main.ts";
    const { parts } = await startArchive(process.env, { pageFolder: null, standIns: { settings: {} } });
    process.send("ready");
    if (process.env.SENT) await receive(process.env.SENT);

    // as an upload does it, a bit at a time
    async function receive(clip) {
      const all = await readFile(clip);
      const [id, bytes] = [clip.split("/").at(-1), all.length];
      const file = process.env.DATA_DIR + "/uploads/" + id;
      const part = Math.ceil(bytes / 8);
      await writeFile(file, "");
      for (let at = 0; at < bytes; at += part) {
        await appendFile(file, all.subarray(at, at + part));
        const there = Math.min(bytes, at + part);
        if (at === 0) beginEarlyCopy(parts, { id, file, bytes, there });
        else await continueEarlyCopy(parts, { id, there });
        process.send("feeding");
        await sleep(there < bytes ? 80 : 0);
      }
      await takeIn(parts, { file, name: id, memberId: null, isOurs: true });
      process.send("fed");
    }`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

type HashOf = (file: string) => Promise<string>;

/** A file that has not been touched since need not be read again. */
function rememberHashes(): HashOf {
  const known = new Map<string, Promise<string>>();
  return async (file) => {
    const { size, ino, ctimeNs } = await stat(file, { bigint: true });
    const state = `${file} ${size} ${ino} ${ctimeNs}`;
    return known.getOrInsertComputed(state, () => hashFile(file).then(({ sha256 }) => sha256));
  };
}

/** Every row's file is there, byte for byte; every original is as it was taken in. */
async function requireWhole(db: Database, media: Media, hashOf: HashOf): Promise<void> {
  for (const { id, state } of await db.selectFrom("video").select(["id", "state"]).execute()) {
    const recording = await findRecording(db, id);
    expect(await hashOf(originalOf(media.store, id))).toBe(recording?.sha256);
    const assets = await listAssets(db, id);
    for (const asset of assets) expect(await hashOf(fileOf(media.store, id, asset))).toBe(asset.sha256);
    if (state === "published") expect(assets.length).toBeGreaterThanOrEqual(2);
  }
}
