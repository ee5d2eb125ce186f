// The server, or a program it has started, is killed without warning, again and again, while recordings are prepared. After
// each time what is published is whole, and in the end everything is. KILLS=200 makes it a night's work.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { openMedia, type Media } from "#server/media/media.ts";
import { fileOf, hashFile, originalOf } from "#server/media/store.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { findRecording, listAssets } from "./recording.ts";
import { takeIn } from "./take-in.ts";
import { retryWork } from "./work-change.ts";

const kills = Number(process.env["KILLS"] ?? scaled(6, 60));
const random = createRandom(seed);

it(
  "whatever moment the server is killed in, nothing half-made is published and everything gets done",
  { timeout: 60_000 + kills * 5000 },
  async () => {
    await using clips = await openClips();
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
    const media = await openMedia(path.join(data.path, "media"), { hasVideos: false });
    const parts = { db, media, config: readConfig(env, {}), clock: { now: () => new Date() }, wake: () => {} };

    const ids: string[] = [];
    const steps = new Set<string>();
    let [killed, programs] = [0, 0];
    for (let round = 0; killed < kills; round += 1) {
      const lines = [
        `${pictures("854x480", 25, 2 + (round % 3))} ${chord(2)} ${x264} -c:a aac`,
        `${pictures("320x180", 25, 2)} ${chord(2)} -c:v mpeg4 -c:a libmp3lame`,
      ];
      for (const [index, line] of lines.entries()) {
        const file = await clips.make(`${round}-${index}.mkv`, `${line} -metadata comment=${round}`);
        ids.push((await takeIn(parts, { file, name: file, memberId: null })).id);
      }
      for (let times = 0; times < 3 && killed < kills; times += 1, killed += 1) {
        const server = startServer(env);
        await once(server, "message");
        await sleep(random.below(1500));
        // by itself now and then: the step fails, and the server goes on
        if (random.chance(0.5)) programs += await killPrograms(server.pid ?? 0);
        if (random.chance(0.3)) await sleep(random.below(500));
        for (const { kind } of await listRunning(db)) steps.add(kind);
        server.kill("SIGKILL");
        await once(server, "exit");
        await requireWhole(db, media, ids);
      }
    }
    const server = startServer(env);
    try {
      for (;;) {
        const open = await db
          .selectFrom("job")
          .select(["id", "state"])
          .where("kind", "like", "prepare-%")
          .where("state", "in", ["waiting", "running", "quarantined"])
          .execute();
        if (open.length === 0) break;
        // killed three times in the same step: an editor would press "try again"
        for (const { id, state } of open) if (state === "quarantined") await retryWork(parts, id);
        await db.updateTable("job").set({ run_at: new Date() }).where("state", "=", "waiting").execute();
        await sleep(200);
      }
    } finally {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    await requireWhole(db, media, ids);
    const states = await db.selectFrom("video").select(["id", "state", "thumbnail_hash", "peaks"]).execute();
    expect(
      states.filter(({ state, thumbnail_hash, peaks }) => state !== "published" || !thumbnail_hash || !peaks),
    ).toEqual([]);
    console.log(`${killed} kills of the server and ${programs} of ffmpeg, in ${[...steps].toSorted().join(", ")}`);
    publish("preparing", { kills: killed + programs, programs, mostSteps: steps.size, videos: ids.length });
  },
);

async function listRunning(db: Database) {
  return db
    .selectFrom("job")
    .select("kind")
    .where("state", "=", "running")
    .where("kind", "like", "prepare-%")
    .execute();
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
    import { startArchive } from "#server/main.ts";
    await startArchive(process.env, { pageFolder: null, standIns: { settings: {} } });
    process.send("ready");`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** Every row's file is there, byte for byte; every original is as it was taken in. */
async function requireWhole(db: Database, media: Media, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const recording = await findRecording(db, id);
    expect((await hashFile(originalOf(media.store, id))).sha256).toBe(recording?.sha256);
    const assets = await listAssets(db, id);
    for (const asset of assets) expect((await hashFile(fileOf(media.store, id, asset))).sha256).toBe(asset.sha256);
    const { state } = await db.selectFrom("video").select("state").where("id", "=", id).executeTakeFirstOrThrow();
    if (state === "published") expect(assets.length).toBeGreaterThanOrEqual(2);
  }
}
