// The bucket is away while files are uploaded: editors are told to wait, and go on where they were.
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { MemoryLocker, Upload } from "@tus/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openStore } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { openFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { openLine, type Line } from "#server/testing/line.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";
import { openTestFolder } from "#server/testing/safe.ts";
import { createTusClient, type TusClient } from "#server/testing/tus.ts";
import { openUploads } from "./store.ts";

const mebibyte = 2 ** 20;

describe("while the bucket is away", () => {
  let line: Line;
  let archive: TestArchive;
  let tus: TusClient;
  beforeAll(async () => {
    const bucket = await createTestBucket();
    line = await openLine(bucket.endpoint ?? "");
    archive = await openTestArchive({ env: { ...bucketSettings(bucket), S3_ENDPOINT: line.url } });
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    tus = createTusClient(archive.url, editor);
  });
  afterAll(async () => {
    await line.mend();
    await archive[Symbol.asyncDispose]();
    await line[Symbol.asyncDispose]();
  });

  it("every request of an upload says so and when to come back, and afterwards it goes on where it was", async () => {
    const content = randomBytes(20 * mebibyte);
    const address = await tus.begin(content.length);
    const sendFrom = (at: number, bytes = 8 * mebibyte) => tus.send(address, at, content.subarray(at, at + bytes));
    expect((await sendFrom(0)).status).toBe(204);
    expect((await sendFrom(8 * mebibyte, 3 * mebibyte)).status).toBe(204);

    await line.cut("refused");
    const answers = [
      await tus.ask("HEAD", address),
      await sendFrom(11 * mebibyte),
      await tus.ask("DELETE", address),
      await tus.ask("POST", "/api/upload", { "upload-length": "10" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(answers.map(({ headers }) => Number(headers.get("retry-after")) > 0)).toEqual([true, true, true, true]);
    expect(await answers[1]?.json()).toMatchObject({
      code: "busy",
      detail: "The storage does not answer right now. Please try again in a moment.",
    });
    await line.mend();

    const head = await tus.ask("HEAD", address);
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, String(11 * mebibyte)]);
    expect((await sendFrom(11 * mebibyte)).headers.get("upload-offset")).toBe(String(19 * mebibyte));
  });

  it("an upload that does not exist is still not found", async () => {
    const address = await tus.begin(10);
    expect((await tus.ask("DELETE", address)).status).toBe(204);
    expect((await tus.ask("HEAD", address)).status).toBe(404);
  });
});

it("a part that failed leaves no hole, and what was kept before it is not lost", async () => {
  await using folder = await openTestFolder();
  const bucket = await createTestBucket();
  await using proxy = await openFaultyProxy(bucket.endpoint ?? "");
  const behind = { ...bucket, endpoint: proxy.endpoint };
  await using store = await openStore(folder.path, { isExpected: false, bucket: behind });
  const { datastore, bring } = await openUploads(store, {
    bucket: behind,
    locker: new MemoryLocker(),
    leastFreeBytes: 0,
  });
  const content = randomBytes(35 * mebibyte + 11);
  const id = randomBytes(16).toString("hex");
  await datastore.create(new Upload({ id, size: content.length, offset: 0 }));
  const offset = async () => (await datastore.getUpload(id)).offset;
  const send = (from: number, bytes: number) =>
    datastore.write(Readable.from([content.subarray(from, from + bytes)]), id, from);
  const failPart = (number: number) =>
    (proxy.choose = ({ method, url }) =>
      method === "PUT" && url?.includes(`partNumber=${number}&`) ? 503 : undefined);

  expect(await send(0, 3 * mebibyte)).toBe(3 * mebibyte);
  // of its two parts the first fails
  failPart(1);
  await expect(send(3 * mebibyte, 16 * mebibyte)).rejects.toMatchObject({ code: "busy" });
  expect(await offset()).toBe(3 * mebibyte);
  // the second fails: the first stays
  failPart(2);
  await expect(send(3 * mebibyte, 16 * mebibyte)).rejects.toMatchObject({ code: "busy" });
  expect(await offset()).toBe(8 * mebibyte);
  // what is kept for the next part cannot be kept
  proxy.choose = ({ method, url }) => (method === "PUT" && url?.includes(".part") ? 503 : undefined);
  await expect(send(8 * mebibyte, 9 * mebibyte)).rejects.toMatchObject({ code: "busy" });
  expect(await offset()).toBe(16 * mebibyte);
  proxy.choose = () => undefined;
  expect(await send(16 * mebibyte, 16 * mebibyte)).toBe(32 * mebibyte);
  // it is put together, and the answer is lost
  let completed = 0;
  proxy.choose = ({ method, url }) =>
    method === "POST" && url?.includes("uploadId=") && (completed += 1) === 1 ? "reset" : undefined;
  expect(await send(32 * mebibyte, content.length)).toBe(content.length);
  expect(await offset()).toBe(content.length);
  await using whole = await bring(id);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(whole.file)) hash.update(piece as Buffer);
  expect(hash.digest("hex")).toBe(createHash("sha256").update(content).digest("hex"));
});

it("an upload is not called unknown because the volume is not mounted", async () => {
  await using archive = await openTestArchive({ store: "disk" });
  const editor = archive.openBrowser();
  await editor.signIn("patron-editor");
  const tus = createTusClient(archive.url, editor);
  const address = await tus.begin(10);
  const { folder } = archive.parts.media.store;
  await rename(folder, `${folder}-away`);
  expect((await tus.ask("HEAD", address)).status).toBe(503);
  await rename(`${folder}-away`, folder);
  expect((await tus.ask("HEAD", address)).status).toBe(200);
});
