import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { hashFile, originalOf } from "#server/media/store.ts";
import { databaseKinds } from "#server/testing/databases.ts";
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
import { requireNoHalfRestore } from "./restore-plan.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup } from "./verify-backup.ts";

const now = new Date();
const pairs = databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const));

describe("a backup", () => {
  it.each(pairs)("of %s, restored into %s, is the same: every row and every byte", async (from, to) => {
    const key = randomBytes(32);
    await using folder = await openTestFolder();
    await using place = await createPlace(from, key);
    await using other = await createPlace(to, key);
    {
      await using open = await openPlace(place);
      await addPeople(open.db, { count: 30, key });
      for (let n = 0; n < 8; n += 1) await addTestVideo(open, `Prélude ${n} 🎻`);
      const report = await keep(open, folder.path);
      expect(report).toMatchObject({ files: 8 * filesPerVideo, copiedFiles: 8 * filesPerVideo, faults: [] });
    }
    await using before = await openPlace(place);
    const [rows, files] = [await readRows(before.db), await readFiles(place.dataDir)];
    expect(Object.keys(files)).toHaveLength(8 * filesPerVideo + 1);

    const report = await restoreBackup(other, folder.path, { now });
    expect(report).toMatchObject({ isFinished: false, sameBytes: 0, missing: [] });
    await using after = await openPlace(other);
    expect(await readRows(after.db)).toEqual(rows);
    expect(await readFiles(other.dataDir)).toEqual(files);
    expect(after.store.id).toBe(before.store.id);
    const { restored_at } = await after.db.selectFrom("retention").select("restored_at").executeTakeFirstOrThrow();
    expect(restored_at).toEqual(now);
    expect(await verifyBackup(await openBackup(folder.path))).toEqual([]);
  });

  it.each(databaseKinds)("brings back what was wiped, on %s", async (kind) => {
    const key = randomBytes(32);
    await using folder = await openTestFolder();
    await using place = await createPlace(kind, key);
    let [rows, files]: [object, object] = [{}, {}];
    {
      await using open = await openPlace(place);
      await addPeople(open.db, { count: 3, key });
      for (let n = 0; n < 3; n += 1) await addTestVideo(open, `Song ${n}`);
      await keep(open, folder.path);
      [rows, files] = [await readRows(open.db), await readFiles(place.dataDir)];
    }
    await wipe(place);
    await restoreBackup(place, folder.path, { now });
    await using open = await openPlace(place);
    expect([await readRows(open.db), await readFiles(place.dataDir)]).toEqual([rows, files]);
  });

  it.each(databaseKinds)("is a step back that can be taken back: what was there is kept, on %s", async (kind) => {
    await using folder = await openTestFolder();
    await using place = await createPlace(kind);
    await using open = await openPlace(place);
    await addTestVideo(open, "Old");
    await keep(open, folder.path);
    const newer = await addTestVideo(open, "New");
    await open[Symbol.asyncDispose]();
    const { restorePoints, sameBytes, copiedBytes } = await restoreBackup(place, folder.path, { now });
    // what is whole here already is not copied
    expect([sameBytes, copiedBytes]).toEqual([6000, 0]);
    await using after = await openPlace(place);
    expect(await after.db.selectFrom("video").select("title").execute()).toEqual([{ title: "Old" }]);
    const [rows = "", media = ""] = restorePoints;
    await using kept = await openDatabase({ file: path.join(rows, "stagedoor.db") });
    const titles = await kept.selectFrom("video").select("title").orderBy("title").execute();
    expect(titles.map(({ title }) => title)).toEqual(["New", "Old"]);
    expect(existsSync(originalOf({ folder: media }, newer))).toBe(true);
    expect(existsSync(originalOf(after.store, newer))).toBe(false);
  });

  it("copies only what is new since the last one, and leaves older ones as they are", async () => {
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "First");
    await keep(open, folder.path, new Date(1_000_000));
    await addTestVideo(open, "Second");
    const second = await keep(open, folder.path);
    expect(second).toMatchObject({ files: 2 * filesPerVideo, copiedFiles: filesPerVideo, copiedBytes: 6000 });
    expect((await keep(open, folder.path, new Date(Date.now() + 1000))).copiedFiles).toBe(0);
    const names = await listBackups(folder.path);
    expect(names).toHaveLength(3);
    for (const name of names) expect(await verifyBackup(await openBackup(path.join(folder.path, name)))).toEqual([]);
    await wipe(place);
    await restoreBackup(place, path.join(folder.path, names[0] ?? ""), { now });
    await using after = await openPlace(place);
    expect(await after.db.selectFrom("video").select("title").execute()).toEqual([{ title: "First" }]);
  });

  it("of a damaged archive is made all the same, and says what is not in it", async () => {
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    const ids = [await addTestVideo(open, "Lost"), await addTestVideo(open, "Short"), await addTestVideo(open, "Whole")];
    await rm(originalOf(open.store, ids[0] ?? ""));
    await truncate(originalOf(open.store, ids[1] ?? ""), 100);
    const report = await keep(open, folder.path);
    const faults = report.faults.map(({ title, kind, fault }) => `${title} ${kind} ${fault}`);
    expect(faults.toSorted()).toEqual(["Lost original missing", "Short original changed"]);
    // better that than nothing
    expect((await readFile(`${originalOf({ folder: path.join(folder.path, "media") }, ids[1] ?? "")}.damaged`)).length).toBe(
      100,
    );
    await open[Symbol.asyncDispose]();
    await wipe(place);
    const { missing } = await restoreBackup(place, folder.path, { now });
    expect(missing.map(({ videoId }) => videoId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(Object.keys(await readFiles(place.dataDir))).toHaveLength(3 * filesPerVideo - 2 + 1);
  });
});

describe("a restore is refused, and nothing is changed,", () => {
  it.each<[string, RegExp, (backup: string, media: string) => Promise<unknown>]>([
    ["when the manifest is changed", /manifest .* was changed or is damaged/, (backup) => flip(backup, "manifest.jsonl")],
    ["when the manifest is gone", /has no manifest/, (backup) => rm(path.join(backup, "manifest.jsonl"))],
    ["when its checksum is gone", /has no manifest/, (backup) => rm(path.join(backup, "manifest.jsonl.sha256"))],
    ["when the manifest is another program's", /is not one that this program writes/, (backup) => rewrite(backup, "{}\n")],
    ["when the manifest is not even that", /is not one that this program writes/, (backup) => rewrite(backup, "hello")],
    ["when it was made by a newer program", /newer version/, (backup) => makeNewer(backup)],
    ["when the manifest leads out of the folder", /is not one that/, (backup) => leadOut(backup)],
    ["when its database is damaged", /database of the backup.* damaged/, (backup) => flip(backup, "stagedoor.db")],
    ["when its database is gone", /database of the backup.* missing/, (backup) => rm(path.join(backup, "stagedoor.db"))],
    ["when a file is damaged", /1 of the backup's files .* damaged/, (_, media) => flipOriginal(media)],
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
    const empty = { session: [], provider_token: [], secret_setting: [], sign_in_state: [] };
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
    const { holdDataFolder } = await import("#server/database/one-server.ts");
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

describe("a backup is refused", () => {
  it("with numbers, when there is no room for it", async () => {
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Huge");
    await open.db.updateTable("recording").set({ bytes: 2 ** 50 }).execute();
    await expect(keep(open, folder.path)).rejects.toThrow(/1048576\.\d\d GB are needed, [\d.]+ GB are free/);
    expect(await listBackups(folder.path)).toEqual([]);
  });

  it("into a folder that holds those of another archive", async () => {
    await using folder = await openTestFolder();
    await using one = await createPlace("sqlite");
    await using other = await createPlace("sqlite");
    await using open = await openPlace(one);
    await using another = await openPlace(other);
    await keep(open, folder.path);
    await expect(keep(another, folder.path)).rejects.toThrow(/another archive/);
  });
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
