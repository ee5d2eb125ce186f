import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, truncate } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { originalOf } from "#server/media/store/store.ts";
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
    const ids = [
      await addTestVideo(open, "Lost"),
      await addTestVideo(open, "Short"),
      await addTestVideo(open, "Whole"),
    ];
    await rm(originalOf(open.store, ids[0] ?? ""));
    await truncate(originalOf(open.store, ids[1] ?? ""), 100);
    const report = await keep(open, folder.path);
    const faults = report.faults.map(({ title, kind, fault }) => `${title} ${kind} ${fault}`);
    expect(faults.toSorted()).toEqual(["Lost original missing", "Short original changed"]);
    // better that than nothing
    expect(
      (await readFile(`${originalOf({ folder: path.join(folder.path, "media") }, ids[1] ?? "")}.damaged`)).length,
    ).toBe(100);
    await open[Symbol.asyncDispose]();
    await wipe(place);
    const { missing } = await restoreBackup(place, folder.path, { now });
    expect(missing.map(({ videoId }) => videoId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(Object.keys(await readFiles(place.dataDir))).toHaveLength(3 * filesPerVideo - 2 + 1);
  });
});

describe("a backup is refused", () => {
  it("with numbers, when there is no room for it", async () => {
    await using folder = await openTestFolder();
    await using place = await createPlace("sqlite");
    await using open = await openPlace(place);
    await addTestVideo(open, "Huge");
    await open.db
      .updateTable("recording")
      .set({ bytes: 2 ** 50 })
      .execute();
    await expect(keep(open, folder.path)).rejects.toThrow(
      /1048576\.\d\d GB is needed, but only [\d.]+ GB is free\. Free at least [\d.]+ GB\./,
    );
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
