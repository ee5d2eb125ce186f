import { execFile } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { expect, it } from "vitest";
import { newVideoId } from "#server/library/add.ts";
import { folderOf, markerKey, originalOf } from "#server/media/store/store.ts";
import { Postponed } from "#server/queue/settings.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { childEnvironment, commandLine } from "#server/testing/process.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import {
  addTestVideo,
  createPlace,
  filesPerVideo,
  openPlace,
  openTestFolder,
  readFiles,
  type OpenPlace,
} from "#server/testing/safe.ts";
import { listFindings } from "./verify-findings.ts";
import { addVerifyWork, verifyBite } from "./verify-nightly.ts";
import { describeFinding, verifyAll, type Finding } from "./verify.ts";

const clock = { now: () => new Date() };
const old = new Date(Date.now() - 86_400_000);
const random = createRandom(seed);
const flips = scaled(40, 1000);
const videos = Math.ceil((flips * 1.2) / filesPerVideo);

it(
  `one flipped bit in each of ${flips} files is found in ${flips} of ${flips}, and nothing else is`,
  { timeout: unscaled(300_000, 600_000) },
  async () => {
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    for (let n = 0; n < videos; n += 1) await addTestVideo(open, `Song ${n}`, 30 + n * 50);
    const media = path.join(place.dataDir, "media");
    const files = Object.keys(await readFiles(place.dataDir)).filter((name) => name !== "store.json");
    expect(files).toHaveLength(videos * filesPerVideo);
    const damaged = random.shuffle(files).slice(0, flips);
    for (const name of damaged) await flipOneBit(path.join(media, name));
    const before = await readFiles(place.dataDir);

    const findings = await verify(open);
    expect(findings.map(({ videoId, name }) => `${videoId.slice(0, 2)}/${videoId}/${name}`).toSorted()).toEqual(
      damaged.toSorted(),
    );
    expect(new Set(findings.map(({ problem }) => problem))).toEqual(new Set(["changed"]));
    publish("bit-rot", { flipped: flips, found: findings.length, files: files.length });
    expect(await readFiles(place.dataDir)).toEqual(before);
  },
);

it.each(heavyKinds("sqlite"))("missing, shortened and unknown files are reported and kept, on %s", async (kind) => {
  await using place = await createPlace(kind);
  await using open = await openPlace(place);
  const { store } = open;
  const [missing, short, extra, fresh] = [
    await addTestVideo(open, "Missing"),
    await addTestVideo(open, "Short"),
    await addTestVideo(open, "Extra"),
    await addTestVideo(open, "Fresh"),
  ];
  const nobodys = newVideoId();
  await rm(originalOf(store, missing));
  await truncate(originalOf(store, short), 10);
  await mkdir(folderOf(store, nobodys), { recursive: true });
  const strays = [path.join(folderOf(store, extra), "thumbnail.0123456789abcdef"), originalOf(store, nobodys)];
  for (const file of strays) {
    await writeFile(file, "x");
    await utimes(file, old, old);
  }
  // it may be in the middle of being kept
  await writeFile(path.join(folderOf(store, fresh), "thumbnail.0123456789abcdef"), "x");

  const findings = await verify(open);
  const found = findings.map(({ videoId, name, problem, title }) => [videoId, problem, name, title].join(" "));
  expect(found.toSorted()).toEqual(
    [
      `${missing} missing original Missing`,
      `${short} changed original Short`,
      `${extra} orphaned thumbnail.0123456789abcdef Extra`,
      `${nobodys} orphaned  `,
    ].toSorted(),
  );
  for (const file of strays) await expect(stat(file)).resolves.toBeDefined();
  const sentences = findings.map((finding) => describeFinding(open, finding)).join("\n");
  expect(sentences).toContain(`“Missing”: the original is missing (${originalOf(store, missing)}). Copy media/`);
  expect(sentences).toContain(`The folder ${folderOf(store, nobodys)} belongs to no recording. It is kept`);
});

it("what is on its way out is not missed", async () => {
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  const [purging, soundOnly] = [await addTestVideo(open, "Purging"), await addTestVideo(open, "Sound only")];
  for (const id of [purging, soundOnly]) await rm(originalOf(open.store, id));
  expect(await verify(open)).toHaveLength(2);
  await open.db.updateTable("video").set({ purging_at: new Date() }).where("id", "=", purging).execute();
  await open.db.updateTable("video").set({ pictures_gone_at: new Date() }).where("id", "=", soundOnly).execute();
  expect(await verify(open)).toEqual([]);
});

it("a recording that cannot be checked is reported, and the others are still checked; unreachable storage is not reported", async () => {
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  const { db, store } = open;
  for (let n = 0; n < 3; n += 1) await addTestVideo(open, `Song ${n}`, 30);
  const ids = (await db.selectFrom("video").select("id").orderBy("id").execute()).map(({ id }) => id);
  await db.updateTable("file_check").set({ share_left: 3, share_at: new Date() }).execute();
  const parts = { db, media: { store }, clock, log: pino({ level: "silent" }) };
  const marker = path.join(store.folder, markerKey);
  const original = originalOf(store, ids[0] ?? "");
  await rm(original);
  await symlink(original, original);
  await rename(marker, `${marker}.away`);
  await expect(verifyBite(parts)).rejects.toThrow("not reachable");
  expect(await listFindings(db)).toEqual([]);
  await rename(`${marker}.away`, marker);
  expect(await verifyBite(parts)).toBe(3);
  const [finding, ...more] = await listFindings(db);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ videoId: ids[0], problem: "changed" });
  expect(await db.selectFrom("file_check").select("whole_at").executeTakeFirst()).toMatchObject({
    whole_at: expect.any(Date),
  });
});

it.each(heavyKinds("sqlite"))("every night a share is read, and within 30 days all of it, on %s", async (kind) => {
  await using place = await createPlace(kind);
  await using open = await openPlace(place);
  const { db, store } = open;
  for (let n = 0; n < 30; n += 1) await addTestVideo(open, `Song ${n}`, 30);
  const ids = (await db.selectFrom("video").select("id").orderBy("id").execute()).map(({ id }) => id);
  const hurt = [ids[0] ?? "", ids[15] ?? "", ids[29] ?? ""];
  for (const id of hurt) await flipOneBit(originalOf(store, id), 100);
  let now = new Date("2026-01-01T00:00:00Z");
  const parts = { db, media: { store }, clock: { now: () => now }, log: pino({ level: "silent" }) };
  const countWork = async () =>
    (await db.selectFrom("job").select("id").where("state", "=", "waiting").execute()).length;

  let [looked, nights] = [0, 0];
  const wholeAt = async () => (await db.selectFrom("file_check").select("whole_at").executeTakeFirstOrThrow()).whole_at;
  while ((await wholeAt()) === null) {
    await addVerifyWork(parts);
    expect(await countWork()).toBe(1);
    await db.deleteFrom("job").execute();
    // interrupted after each video: the next bite goes on
    for (let share = 1; share > 0; share = await readShare(open)) looked += await verifyBite(parts, { forMs: 0 });
    await addVerifyWork(parts);
    expect(await countWork()).toBe(0);
    now = new Date(now.getTime() + 86_400_000);
    nights += 1;
  }
  expect(looked).toBe(30);
  expect(nights).toBeLessThanOrEqual(29);
  const findings = await listFindings(db);
  expect(findings.map(({ videoId }) => videoId).toSorted()).toEqual(hurt);
  const audit = () => db.selectFrom("audit").select("subject").where("kind", "=", "file-damaged").execute();
  expect(await audit()).toHaveLength(3);

  // repaired, it is well again; what is still wrong is not told twice
  await flipOneBit(originalOf(store, hurt[0] ?? ""), 100);
  for (let night = 0; night < 29; night += 1) {
    for (let share = 1; share > 0; share = await readShare(open)) await verifyBite(parts);
    now = new Date(now.getTime() + 86_400_000);
  }
  expect((await listFindings(db)).map(({ videoId }) => videoId).toSorted()).toEqual(hurt.slice(1));
  expect(await audit()).toHaveLength(3);
});

it.each(heavyKinds("sqlite"))("storage that is away is not taken for files that are lost, on %s", async (kind) => {
  await using place = await createPlace(kind);
  await using open = await openPlace(place);
  const { db, store } = open;
  for (const title of ["One", "Two"]) await addTestVideo(open, title);
  const parts = { db, media: { store }, clock, log: pino({ level: "silent" }) };
  const away = `${store.folder}-away`;
  await rename(store.folder, away);
  await mkdir(store.folder);
  await expect(verifyBite(parts)).rejects.toBeInstanceOf(Postponed);
  await expect(verify(open)).rejects.toMatchObject({ code: "busy" });
  await rm(store.folder, { recursive: true });
  await rename(away, store.folder);

  // it goes away while the first file is read
  const heard: Finding[] = [];
  const goAway = () => void (existsSync(store.folder) && renameSync(store.folder, away));
  const verifying = verifyAll({ ...open, clock }, (_, findings) => void heard.push(...findings), {
    onProgress: goAway,
    waitsMs: [],
  });
  await expect(verifying).rejects.toMatchObject({ code: "busy" });
  expect(heard).toEqual([]);
  await rename(away, store.folder);
  while ((await verifyBite(parts)) > 0 && (await readShare(open)) > 0);
  expect(await listFindings(db)).toEqual([]);
});

it("a storage that is away for a moment does not end the whole check; what was compared is not compared again", async () => {
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  for (let n = 0; n < 4; n += 1) await addTestVideo(open, `Song ${n}`, 40);
  const media = path.join(place.dataDir, "media");
  const seen: string[] = [];
  let waits = 0;
  const note = async (id: string) => {
    seen.push(id);
    if (seen.length === 2) await rename(media, `${media}-away`);
  };
  const onWait = () => {
    waits += 1;
    if (waits === 2) renameSync(`${media}-away`, media);
  };
  await verifyAll({ ...open, clock }, note, { onWait, waitsMs: [1, 1, 1] });
  expect([waits, seen.length, new Set(seen).size]).toEqual([2, 4, 4]);
  await rename(media, `${media}-away`);
  await expect(verifyAll({ ...open, clock }, note, { waitsMs: [1] })).rejects.toMatchObject({ code: "busy" });
  await rename(`${media}-away`, media);
});

it("the keeper's commands say what they did and how fast, and end with 1 when something is wrong", async () => {
  await using folder = await openTestFolder();
  await using place = await createPlace("sqlite");
  let original = "";
  {
    await using open = await openPlace(place);
    original = originalOf(open.store, await addTestVideo(open, "Song", 200_000));
  }
  const run = (...args: string[]) => runCommand(place.dataDir, args);
  expect(await run("backup", path.join(place.dataDir, "x"))).toEqual([
    1,
    expect.stringContaining("inside the data folder"),
  ]);
  expect(await run("backup", folder.path)).toEqual([0, expect.stringMatching(/Copied 4 new files, .*MB\/s/)]);
  await flipOneBit(original);
  expect(await run("verify")).toEqual([1, expect.stringContaining("“Song”: the original was changed or is damaged")]);
  expect(await run("restore", folder.path)).toEqual([0, expect.stringMatching(/is restored.*\n.*copied.*MB\/s/)]);
  expect(await run("verify")).toEqual([
    0,
    expect.stringMatching(/Compared 4 files \(0\.4 MB\) with their checksums in .*\. All files are good/),
  ]);
  await flipOneBit(path.join(folder.path, "media", path.relative(path.join(place.dataDir, "media"), original)));
  expect(await run("verify", folder.path)).toEqual([1, expect.stringContaining("1 problem was found.")]);
});

async function verify(open: OpenPlace): Promise<Finding[]> {
  const all: Finding[] = [];
  await verifyAll({ ...open, clock }, (_, findings) => void all.push(...findings));
  return all;
}

async function readShare({ db }: OpenPlace): Promise<number> {
  return (await db.selectFrom("file_check").select("share_left").executeTakeFirstOrThrow()).share_left;
}

/** Any one, unless said; flipped a second time it is as it was. */
async function flipOneBit(file: string, chosen?: number): Promise<void> {
  const bytes = await readFile(file);
  const bit = chosen ?? random.below(bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  await writeFile(file, bytes);
}

async function runCommand(dataDir: string, args: readonly string[]): Promise<[number, string]> {
  const env = { ...childEnvironment, DATA_DIR: dataDir, MASTER_KEY_FILE: path.join(dataDir, "master.key") };
  return promisify(execFile)(process.execPath, [commandLine, ...args], { env }).then(
    ({ stdout, stderr }) => [0, stdout + stderr],
    (error: { code: number; stdout: string; stderr: string }) => [error.code, error.stdout + error.stderr],
  );
}
