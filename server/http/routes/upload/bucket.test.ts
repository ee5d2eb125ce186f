// An upload in the bucket: begun with one server, gone on with by another.
import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { HeadObjectCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { MemoryLocker, Upload } from "@tus/server";
import { expect, it } from "vitest";
import { connect } from "#server/media/store/bucket-client.ts";
import { openStore } from "#server/media/store/store.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";
import { openTestFolder } from "#server/testing/safe.ts";
import { expireUploads } from "./life.ts";
import { openUploads } from "./store.ts";

it("an upload started with one server is finished with another, byte for byte, and nothing is left behind", async () => {
  await using stack = new AsyncDisposableStack();
  const bucket = await createTestBucket();
  const open = async () => {
    const { path: folder } = stack.use(await openTestFolder());
    const store = stack.use(await openStore(folder, { isExpected: false, bucket }));
    return {
      folder,
      store,
      uploads: await openUploads(store, { bucket, locker: new MemoryLocker(), leastFreeBytes: 0 }),
    };
  };
  const [one, two] = [await open(), await open()];
  const content = randomBytes(11 * 2 ** 20 + 7);
  const id = randomBytes(16).toString("hex");
  const began = Date.now();
  await one.uploads.datastore.create(new Upload({ id, size: content.length, offset: 0, metadata: { member: "m" } }));
  expect(await two.uploads.list()).toMatchObject([{ id, offset: 0, size: content.length, metadata: { member: "m" } }]);

  // a whole part, then less than one: the rest of a connection that broke
  const first = 8 * 2 ** 20;
  const second = first + 1_000_000;
  const send = (at: typeof one, from: number, to: number) =>
    at.uploads.datastore.write(Readable.from([content.subarray(from, to)]), id, from);
  expect(await send(one, 0, first)).toBe(first);
  expect(await send(one, first, second)).toBe(second);
  expect(await two.uploads.datastore.getUpload(id)).toMatchObject({ offset: second });
  expect(await two.uploads.changedAt(id)).toBeGreaterThan(began - 60_000);
  expect(await send(two, second, content.length)).toBe(content.length);
  expect(await one.uploads.datastore.getUpload(id)).toMatchObject({ offset: content.length });
  // who lost the answer asks once more
  expect(await send(one, content.length, content.length)).toBe(content.length);
  {
    await using whole = await one.uploads.bring(id);
    expect(sha256(await readFile(whole.file))).toBe(sha256(content));
  }
  expect(await readdir(path.join(one.folder, "aside"))).toEqual([]);

  await one.uploads.drop(id);
  await two.uploads.drop(id);
  await expect(two.uploads.datastore.remove(id)).rejects.toMatchObject({ status_code: 404 });
  expect(await one.store.backend.list("uploads")).toEqual([]);
  expect(await one.store.backend.listFolders()).toEqual([]);
});

it("a failed copy of a complete upload leaves nothing on the disk, and without space none is started", async () => {
  await using folder = await openTestFolder();
  const bucket = await createTestBucket();
  await using proxy = await openFaultyProxy(bucket.endpoint ?? "");
  const behind = { ...bucket, endpoint: proxy.endpoint };
  await using store = await openStore(folder.path, { isExpected: false, bucket: behind });
  const open = (leastFreeBytes: number) =>
    openUploads(store, { bucket: behind, locker: new MemoryLocker(), leastFreeBytes });
  const uploads = await open(0);
  const id = randomBytes(16).toString("hex");
  await uploads.datastore.create(new Upload({ id, size: 100_000, offset: 0 }));
  const begunAt = await uploads.changedAt(id);
  // the service counts whole seconds
  await sleep(2100);
  await uploads.datastore.write(Readable.from([Buffer.alloc(100_000)]), id, 0);
  // what was put together has no parts any more
  expect(await uploads.changedAt(id)).toBeGreaterThan(begunAt);

  proxy.choose = ({ method, url }) => (method === "GET" && !url?.includes("store.json") ? 500 : undefined);
  await expect(uploads.bring(id)).rejects.toBeInstanceOf(Error);
  expect(proxy.faults).not.toEqual([]);
  expect(await readdir(path.join(folder.path, "aside"))).toEqual([]);
  proxy.faults.length = 0;
  await expect((await open(2 ** 60)).bring(id)).rejects.toMatchObject({ code: "no-room" });
  expect(proxy.faults).toEqual([]);
});

it("the server starts although what was uploaded cannot be listed", async () => {
  const bucket = await createTestBucket();
  await using proxy = await openFaultyProxy(bucket.endpoint ?? "");
  proxy.choose = ({ url }) => (url?.includes("uploads") ? 500 : undefined);
  await using archive = await openTestArchive({ env: { ...bucketSettings(bucket), S3_ENDPOINT: proxy.endpoint } });
  expect((await fetch(`${archive.url}/api/health`)).status).toBe(200);
  await expect.poll(() => proxy.faults.length).toBeGreaterThan(0);
});

it("an upload whose parts all came before its server was killed is put together by the next one", async () => {
  await using folder = await openTestFolder();
  const bucket = await createTestBucket();
  await using store = await openStore(folder.path, { isExpected: false, bucket });
  const uploads = await openUploads(store, { bucket, locker: new MemoryLocker(), leastFreeBytes: 0 });
  const content = randomBytes(6 * 2 ** 20);
  const id = randomBytes(16).toString("hex");
  await uploads.datastore.create(new Upload({ id, size: content.length, offset: 0 }));
  const client = connect(bucket);
  const place = { Bucket: bucket.name, Key: `${bucket.prefix}uploads/${id}` };
  const { Metadata } = await client.send(new HeadObjectCommand({ ...place, Key: `${place.Key}.info` }));
  const part = { ...place, UploadId: Metadata?.["upload-id"], PartNumber: 1, Body: content };
  await client.send(new UploadPartCommand(part));
  client.destroy();
  expect(await uploads.list()).toMatchObject([{ id, offset: content.length, size: content.length }]);
  await using whole = await uploads.bring(id);
  expect(sha256(await readFile(whole.file))).toBe(sha256(content));
});

it("an abandoned upload is deleted when it expires, with all its parts", async () => {
  await using archive = await openTestArchive({ store: "s3" });
  const { media, config, db, log } = archive.parts;
  const { store } = media;
  const uploads = await openUploads(store, { ...config, locker: new MemoryLocker() });
  const [empty, begun] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
  for (const id of [empty, begun]) await uploads.datastore.create(new Upload({ id, size: 100, offset: 0 }));
  await uploads.datastore.write(Readable.from([Buffer.alloc(10)]), begun, 0);
  const expireAfter = (days: number) =>
    expireUploads({ db, media, log, clock: { now: () => new Date(Date.now() + days * 86_400_000) } }, uploads);
  expect(await expireAfter(0.9)).toBe(0);
  expect(await expireAfter(1.1)).toBe(1);
  expect((await uploads.list()).map(({ id }) => id)).toEqual([begun]);
  expect(await expireAfter(6.9)).toBe(0);
  expect(await expireAfter(7.1)).toBe(1);
  expect(await store.backend.list("uploads")).toEqual([]);
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
