// An import is killed without warning, again and again. After each time everything that is in the archive is whole; in the
// end every file is there once, with what lay beside it, and another run copies nothing.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openDatabase, type Database } from "#server/database/open.ts";
import { hashFile, originalOf } from "#server/media/store/store.ts";
import { makeWave } from "#server/testing/clips.ts";
import { isFull, publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { commandLine } from "#server/testing/process.ts";

const kills = scaled(4, 50);
const count = scaled(8, 200);
const fileBytes = unscaled(2_000_000, 5_000_000);

it(
  "an import that is killed at any moment goes on, and adds nothing twice or half",
  { tags: ["long"], timeout: 120_000 + kills * 30_000 },
  async () => {
    const random = createRandom(seed);
    await using place = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-import-kill-"));
    const folder = path.join(place.path, "recordings");
    const media = { folder: path.join(place.path, "data", "media") };
    await mkdir(path.join(folder, "below"), { recursive: true });
    for (let n = 0; n < count; n += 1) {
      const stem = path.join(folder, n % 2 === 0 ? "below" : "", `2024-05-01 Song ${n}`);
      await writeFile(`${stem}.wav`, makeWave(randomBytes(fileBytes)));
      await writeFile(`${stem}.en.srt`, `1\n00:00:00,100 --> 00:00:00,900\nSong ${n}\n`);
    }
    const start = () =>
      spawn(process.execPath, [commandLine, "import", folder], {
        env: { ...process.env, DATA_DIR: path.join(place.path, "data"), LEAST_FREE_GB: "0" },
        stdio: ["ignore", "pipe", "inherit"],
      });
    const run = async () => {
      const running = start();
      const pieces: Buffer[] = [];
      running.stdout.on("data", (piece: Buffer) => pieces.push(piece));
      const [code] = (await once(running, "close")) as [number];
      return { code, said: Buffer.concat(pieces).toString() };
    };

    const checked = new Set<string>();
    let [killed, whileAdding] = [0, 0];
    while (killed < kills) {
      const left = new Set(await listScratch(media.folder));
      const running = start();
      running.stdout.resume();
      // not before a file is under way; the one before may have left its own there
      while (running.exitCode === null && (await listScratch(media.folder)).every((name) => left.has(name)))
        await sleep(5);
      await sleep(random.below(random.chance(0.5) ? 60 : 900));
      const isKilled = running.kill("SIGKILL");
      if (running.exitCode === null && running.signalCode === null) await once(running, "exit");
      if (!isKilled) break;
      killed += 1;
      whileAdding += 1;
      await requireWhole(path.join(place.path, "data"), media, checked);
    }
    // the import was faster than the kills: the rest of them hit runs that recognise what is there
    for (; killed < kills; killed += 1) {
      const running = start();
      await sleep(random.below(900));
      running.kill("SIGKILL");
      if (running.exitCode === null && running.signalCode === null) await once(running, "exit");
    }

    expect((await run()).code).toBe(0);
    const rows = await requireWhole(path.join(place.path, "data"), media);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      Array.from({ length: count }, (_, n) => `2024-05-01 Song ${n}.wav`).toSorted(),
    );
    expect(rows.every(({ captions }) => captions === 1)).toBe(true);
    expect(await readdir(path.join(media.folder, "aside"))).toEqual([]);
    const folders = (await readdir(media.folder, { recursive: true })).filter((name) => /^..\/\w{26}$/.test(name));
    expect(folders).toHaveLength(count);

    const before = await listTimes(media.folder);
    const again = async () => {
      const { code, said } = await run();
      expect([code, said]).toEqual([0, expect.stringContaining(`0 added, ${count} already there, 0 refused.`)]);
    };
    await again();
    expect(await listTimes(media.folder)).toEqual(before);
    const times = isFull ? await measureAgain(again, folder) : undefined;
    if (times) expect(times.again / times.reading).toBeLessThanOrEqual(1.2);
    console.log(`${killed} kills, ${whileAdding} of them before everything was added`, times);
    const percent = times ? Math.round((times.again / times.reading) * 100) : 0;
    publish("import", { kills: killed, whileAdding, files: count, percent });
  },
);

/** Seconds on the clock: another run of the import, and one process that reads each recording once for its checksum. */
async function measureAgain(again: () => Promise<void>, folder: string) {
  const taken = { again: [] as number[], reading: [] as number[] };
  const wall = async (act: () => Promise<unknown>) => {
    const began = performance.now();
    await act();
    return (performance.now() - began) / 1000;
  };
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".wav"));
  const reading = async () => once(spawn("sha256sum", names, { cwd: folder, stdio: "ignore" }), "close");
  await reading();
  for (let round = 0; round < 3; round += 1) {
    taken.reading.push(await wall(reading));
    taken.again.push(await wall(again));
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[1] ?? Number.NaN;
  return { again: median(taken.again), reading: median(taken.reading) };
}

async function listScratch(media: string): Promise<string[]> {
  return readdir(path.join(media, "aside")).catch(() => []);
}

/** Every row has its file, and it is what the row says; those of `checked` were read before. */
async function requireWhole(data: string, media: { folder: string }, checked = new Set<string>()) {
  await using db: Database & AsyncDisposable = await openDatabase({ file: path.join(data, "stagedoor.db") });
  const rows = await db
    .selectFrom("recording")
    .select(["video_id", "sha256", "bytes", "name"])
    .execute()
    .catch(() => []);
  const found = [];
  for (const { video_id: id, sha256, bytes, name } of rows) {
    if (!checked.has(id)) expect(await hashFile(originalOf(media, id))).toEqual({ sha256, bytes });
    checked.add(id);
    const assets = await db.selectFrom("asset").select("kind").where("video_id", "=", id).execute();
    found.push({ name, captions: assets.length });
  }
  expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(rows.length);
  return found;
}

async function listTimes(media: string): Promise<string[]> {
  const names = (await readdir(media, { recursive: true })).filter((name) => /^..\/\w{26}\//.test(name));
  return Promise.all(names.map(async (name) => `${name} ${(await stat(path.join(media, name))).mtimeMs}`));
}
