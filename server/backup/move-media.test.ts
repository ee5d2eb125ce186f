// All files into a bucket of a real S3 service and back again: identical, whatever interrupts it.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import {
  fileOf,
  hashStored,
  keyOf,
  openBackend,
  openStore,
  originalOf,
  type Store,
} from "#server/media/store/store.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { commandLine, providerSettings } from "#server/testing/process.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";
import { addTestVideo, createPlace, openPlace, openTestFolder } from "#server/testing/safe.ts";
import { listExpected, nameOfFile } from "./expected.ts";
import { moveMedia } from "./move-media.ts";

const execute = promisify(execFile);

describe.each(heavyKinds("postgres"))("moving all files, with rows on %s", (kind) => {
  it("brings them into a bucket and back, identical, after an interruption too", async () => {
    await using place = await createPlace(kind);
    await using open = await openPlace(place);
    await using elsewhere = await openTestFolder();
    const { db, store } = open;
    for (let n = 0; n < 2; n += 1) await addTestVideo(open, `Video ${n}`, 200_000);
    const expected = await listExpected(db);
    expect(expected).toHaveLength(8);
    const requireAll = async (there: Store) => {
      for (const file of expected)
        expect((await hashStored(there, file.videoId, nameOfFile(file))).sha256).toBe(file.sha256);
    };

    const bucket = await createTestBucket();
    await using inBucket = await openBackend(place.dataDir, bucket);
    const stopping = new AbortController();
    let files = 0;
    const onProgress = () => (files += 1) === 3 && stopping.abort(new Error("stopped"));
    const { signal } = stopping;
    await expect(moveMedia(db, { from: store, to: inBucket }, { onProgress, signal })).rejects.toThrow("stopped");
    const half = openStore(elsewhere.path, { isExpected: true, bucket });
    await expect(half).rejects.toMatchObject({ code: "cannot-start", message: expect.stringContaining("move-media") });

    expect(await moveMedia(db, { from: store, to: inBucket })).toMatchObject({ files: 8, copied: 5, faults: [] });
    expect(await moveMedia(db, { from: store, to: inBucket })).toMatchObject({ files: 8, copied: 0, faults: [] });
    await using moved = await openStore(elsewhere.path, { isExpected: true, bucket });
    expect(moved.id).toBe(store.id);
    await requireAll(moved);

    await using back = await openBackend(elsewhere.path, null);
    expect(await moveMedia(db, { from: moved, to: back })).toMatchObject({ files: 8, copied: 8, faults: [] });
    await using onDisk = await openStore(elsewhere.path, { isExpected: true });
    expect(onDisk.id).toBe(store.id);
    await requireAll(onDisk);
    await requireAll(store);
  });
});

it("a file that is damaged where it is gets named and is not copied, and no server starts on the rest", async () => {
  await using place = await createPlace("sqlite");
  await using open = await openPlace(place);
  const { db, store } = open;
  const id = await addTestVideo(open, "Whole");
  const damaged = await addTestVideo(open, "Damaged");
  const original = await readFile(originalOf(store, damaged));
  await writeFile(originalOf(store, damaged), original.with(7, (original[7] ?? 0) ^ 1));
  const bucket = await createTestBucket();
  await using to = await openBackend(place.dataDir, bucket);
  const { copied, faults } = await moveMedia(db, { from: store, to });
  expect(copied).toBe(7);
  expect(faults.map(({ file }) => [file.title, file.kind])).toEqual([["Damaged", "original"]]);
  expect(await to.find(keyOf(damaged, "original"))).toBeUndefined();
  await expect(openStore(place.dataDir, { isExpected: true, bucket })).rejects.toMatchObject({ code: "cannot-start" });
  await writeFile(originalOf(store, damaged), original);
  expect(await moveMedia(db, { from: store, to })).toMatchObject({ copied: 1, faults: [] });

  // back over a folder where one file has rotted meanwhile: that one is brought anew
  const [asset] = (await listExpected(db, id)).filter(({ kind }) => kind === "thumbnail");
  if (!asset || asset.kind === "original") throw new Error("there is no thumbnail");
  const file = fileOf(store, id, { kind: asset.kind, sha256: asset.sha256 });
  const before = await readFile(file);
  await writeFile(file, before.with(0, (before[0] ?? 0) ^ 1));
  await using from = await openStore(path.join(place.dataDir, "another"), { isExpected: true, bucket });
  expect(await moveMedia(db, { from, to: store.backend })).toMatchObject({ copied: 1, faults: [] });
  expect((await readFile(file)).equals(before)).toBe(true);
});

it("refuses to mix with another archive's files", async () => {
  await using one = await createPlace("sqlite");
  await using other = await createPlace("sqlite");
  const bucket = await createTestBucket();
  await using first = await openPlace(one);
  await using second = await openPlace(other);
  await using to = await openBackend(one.dataDir, bucket);
  await moveMedia(first.db, { from: first.store, to });
  await expect(moveMedia(second.db, { from: second.store, to })).rejects.toMatchObject({ code: "conflict" });
});

it("the command may be killed and run again", async () => {
  await using place = await createPlace("sqlite");
  const bucket = await createTestBucket();
  {
    await using open = await openPlace(place);
    for (let n = 0; n < 3; n += 1) await addTestVideo(open, `Video ${n}`, 300_000);
  }
  const env = { ...process.env, ...providerSettings, DATA_DIR: place.dataDir, ...bucketSettings(bucket) };
  const command = [commandLine, "move-media", "to-s3"];
  const killed = spawn(process.execPath, command, { env, stdio: "ignore" });
  await using watched = await openBackend(place.dataDir, bucket);
  await expect.poll(async () => (await watched.listFolders()).length).toBeGreaterThan(0);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const { stdout } = await execute(process.execPath, command, { env });
  expect(stdout).toContain("Every file is there, with the right checksum.");
  const again = await execute(process.execPath, command, { env });
  expect(again.stdout).toContain("There was nothing left to copy. If the server was stopped meanwhile, start it");
});
