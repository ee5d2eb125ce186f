import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { holdDataFolder } from "#server/database/one-server.ts";
import { startArchive } from "#server/main.ts";
import { hashFile, openStore } from "#server/media/store/store.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { providerSettings } from "#server/testing/process.ts";
import { createTestBucket } from "#server/testing/s3.ts";
import {
  addPeople,
  addTestVideo,
  createPlace,
  filesPerVideo,
  keep,
  openPlace,
  openTestFolder,
  readFiles,
  readRows,
  wipe,
} from "#server/testing/safe.ts";
import { listBackups, openBackup } from "./manifest.ts";
import { prepareDatabase } from "./restore-database.ts";
import { prepareFolder } from "./restore-files.ts";
import { requireNoHalfRestore, writePlan } from "./restore-plan.ts";
import { restoreBackup } from "./restore.ts";
import { verifyAll } from "./verify.ts";

const now = new Date();

describe("a restore is refused, and nothing is changed,", () => {
  it.each<[string, RegExp, (backup: string, media: string) => Promise<unknown>]>([
    [
      "when the manifest is changed",
      /list of files, .* is damaged, or somebody has changed it/,
      (backup) => flip(backup, "manifest.jsonl"),
    ],
    [
      "when the manifest is gone",
      /list of files \(manifest\) of the backup .* cannot be read/,
      (backup) => rm(path.join(backup, "manifest.jsonl")),
    ],
    [
      "when its checksum is gone",
      /list of files \(manifest\) of the backup .* cannot be read/,
      (backup) => rm(path.join(backup, "manifest.jsonl.sha256")),
    ],
    ["when the manifest is another program's", /was not written by this program/, (backup) => rewrite(backup, "{}\n")],
    ["when the manifest is not even that", /was not written by this program/, (backup) => rewrite(backup, "hello")],
    ["when it was made by a newer program", /newer version/, (backup) => makeNewer(backup)],
    ["when the manifest leads out of the folder", /was not written by this program/, (backup) => leadOut(backup)],
    ["when its database is damaged", /database of the backup.* damaged/, (backup) => flip(backup, "stagedoor.db")],
    [
      "when its database is gone",
      /database of the backup.* missing/,
      (backup) => rm(path.join(backup, "stagedoor.db")),
    ],
    ["when a file is damaged", /1 file of the backup .* is missing or damaged/, (_, media) => flipOriginal(media)],
    ["when there is none", /no finished backup/, (backup) => rm(backup, { recursive: true })],
    ["when it was not finished", /no finished backup/, (backup) => rename(backup, `${backup}.part`)],
  ])("%s", async (_, sentence, damage) => {
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite");
    {
      await using open = await openPlace(place);
      await addTestVideo(open, "Song");
      await keep(open, folder.path);
    }
    const [name = ""] = await listBackups(folder.path);
    await damage(path.join(folder.path, name), path.join(folder.path, "media"));
    // the archive's own copy would do instead of the backup's
    const [original = ""] = Object.keys(await readFiles(place.dataDir)).filter((file) => file.endsWith("original"));
    await appendFile(path.join(place.dataDir, "media", original), "x");
    const before = [await readFiles(place.dataDir), await hashFile(path.join(place.dataDir, "stagedoor.db"))];
    await expect(restoreBackup(place, folder.path, { now })).rejects.toThrow(sentence);
    expect([await readFiles(place.dataDir), await hashFile(path.join(place.dataDir, "stagedoor.db"))]).toEqual(before);
    expect(() => requireNoHalfRestore(place.dataDir)).not.toThrow();
  });

  it("when the key is missing; without it everybody logs in again, and nothing else is lost", async () => {
    const key = randomBytes(32);
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite", key);
    await using other = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addPeople(open.db, { count: 2, key });
    await addTestVideo(open, "Song");
    await keep(open, folder.path);
    await expect(restoreBackup(other, folder.path, { now })).rejects.toThrow(/master key .* --without-key/);
    expect(existsSync(path.join(other.dataDir, "stagedoor.db"))).toBe(false);
    await restoreBackup(other, folder.path, { now, withoutKey: true });
    await using after = await openPlace(other);
    const empty = { session: [], provider_token: [], secret_setting: [], sign_in_state: [], setup: [] };
    expect(await readRows(after.db)).toEqual({ ...(await readRows(open.db)), ...empty });
  });

  it("when a server runs; and a damaged file can be left out", async () => {
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite");
    {
      await using open = await openPlace(place);
      await addTestVideo(open, "Song");
      await keep(open, folder.path);
    }
    {
      using _server = holdDataFolder(place.dataDir);
      await expect(restoreBackup(place, folder.path, { now })).rejects.toThrow(/Another server/);
    }
    await wipe(place);
    await flipOriginal(path.join(folder.path, "media"));
    const { missing } = await restoreBackup(place, folder.path, { now, skipsDamaged: true });
    expect(missing).toHaveLength(1);
    expect(Object.keys(await readFiles(place.dataDir))).toHaveLength(filesPerVideo);
  });
});

it.each(heavyKinds("sqlite"))(
  "after an interrupted restore no server starts, and the next restore continues it, on %s",
  async (kind) => {
    await using folder = await openTestFolder();
    await using place = await createPlace(kind);
    let rows: object = {};
    {
      await using open = await openPlace(place);
      await addTestVideo(open, "Song");
      await keep(open, folder.path);
      rows = await readRows(open.db);
      await addTestVideo(open, "Newer");
    }
    const backup = await openBackup(folder.path);
    await mkdir(path.join(place.dataDir, "restoring"));
    await prepareDatabase(place, backup, { now });
    await prepareFolder(path.join(place.dataDir, "media"), backup, undefined);
    await writePlan(place.dataDir, { backup: "it", point: "before", phase: "away", hasFolder: true });
    expect(() => requireNoHalfRestore(place.dataDir)).toThrow(/Run the same command again/);
    const environment = { ...providerSettings, PORT: "0", DATA_DIR: place.dataDir };
    await expect(startArchive(environment, { pageFolder: null })).rejects.toThrow(/Run the same command again/);
    expect(await restoreBackup(place, folder.path, { now })).toMatchObject({ isFinished: true });
    await using after = await openPlace(place);
    expect(await readRows(after.db)).toEqual(rows);
    expect(() => requireNoHalfRestore(place.dataDir)).not.toThrow();
  },
);

it("what another program left beside the database while it was away does not get into the restored one", async () => {
  await using folder = await openTestFolder();
  await using place = await createPlace("sqlite");
  let rows: object = {};
  {
    await using open = await openPlace(place);
    await addTestVideo(open, "Song");
    await keep(open, folder.path);
    rows = await readRows(open.db);
  }
  await wipe(place);
  const backup = await openBackup(folder.path);
  await mkdir(path.join(place.dataDir, "restoring"));
  await prepareDatabase(place, backup, { now });
  await prepareFolder(path.join(place.dataDir, "media"), backup, undefined);
  await writePlan(place.dataDir, { backup: "it", point: "before", phase: "in", hasFolder: true });
  for (const end of ["-wal", "-shm"])
    await writeFile(path.join(place.dataDir, `stagedoor.db${end}`), "of somebody else");
  await restoreBackup(place, folder.path, { now });
  expect((await readdir(place.dataDir)).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  await using after = await openPlace(place);
  expect(await readRows(after.db)).toEqual(rows);
});

it("a backup of a bucket is restored into another bucket, or onto a disk", async () => {
  await using folder = await openTestFolder();
  await using place = await createPlace("sqlite");
  const [bucket, other] = [await createTestBucket(), await createTestBucket()];
  {
    await using disk = await openPlace(place);
    await using store = await openStore(path.join(place.dataDir, "media"), { isExpected: false, bucket });
    await addTestVideo({ ...disk, store }, "Song");
    expect(await keep({ ...disk, store }, folder.path)).toMatchObject({ copiedFiles: filesPerVideo, faults: [] });
  }
  await wipe(place);
  const first = await restoreBackup({ ...place, bucket: other }, folder.path, { now });
  expect(first).toMatchObject({ copiedBytes: 6000, sameBytes: 0, missing: [] });
  {
    await using open = await openPlace(place);
    await using store = await openStore(path.join(place.dataDir, "media"), { isExpected: true, bucket: other });
    const found: unknown[] = [];
    await verifyAll({ ...open, store, clock: { now: () => now } }, (_, findings) => void found.push(...findings));
    expect(found).toEqual([]);
    expect(store.id).toBe((await openBackup(folder.path)).manifest.store);
  }
  const second = await restoreBackup({ ...place, bucket: other }, folder.path, { now });
  expect(second).toMatchObject({ copiedBytes: 0, sameBytes: 6000 });
  await restoreBackup(place, folder.path, { now: new Date() });
  expect(Object.keys(await readFiles(place.dataDir))).toHaveLength(filesPerVideo + 1);
});

async function flip(folder: string, name: string): Promise<void> {
  const bytes = await readFile(path.join(folder, name));
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path.join(folder, name), bytes);
}

async function flipOriginal(media: string): Promise<void> {
  const [name = ""] = (await readdir(media, { recursive: true })).filter((file) => file.endsWith("original"));
  await flip(media, name);
}

async function rewrite(backup: string, text: string): Promise<void> {
  const file = path.join(backup, "manifest.jsonl");
  await writeFile(file, text);
  await writeFile(`${file}.sha256`, `${(await hashFile(file)).sha256}  manifest.jsonl\n`);
}

async function makeNewer(backup: string): Promise<void> {
  const text = await readFile(path.join(backup, "manifest.jsonl"), "utf8");
  await rewrite(backup, text.replace('"001-members"', '"001-members","999-later"'));
}

async function leadOut(backup: string): Promise<void> {
  const text = await readFile(path.join(backup, "manifest.jsonl"), "utf8");
  await rewrite(backup, text.replace(/"videoId":"[^"]*"/, '"videoId":"../../../../../../etc/x"'));
}
