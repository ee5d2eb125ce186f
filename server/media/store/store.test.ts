// The same store, in a folder and in a bucket of a real S3 service.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, describe, it } from "vitest";
import { openFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { createTestBucket } from "#server/testing/s3.ts";
import type { BucketConfig } from "./bucket-config.ts";
import {
  borrowFile,
  findFile,
  hashFile,
  hashStored,
  keepFile,
  keepOriginal,
  keyOf,
  listFiles,
  listFolders,
  makeScratch,
  markerKey,
  nameOf,
  openStore,
  removeFile,
  removeFolder,
  type Store,
} from "./store.ts";

const [id, other] = ["ab".padEnd(26, "0"), "ab".padEnd(26, "1")];
/** Larger than one part. */
const large = randomBytes(17 * 2 ** 20 + 3);
const sha256 = createHash("sha256").update(large).digest("hex");

describe.each(["disk", "bucket"] as const)("a store on a %s", (kind) => {
  it("knows itself again, and nothing starts where it is missing although there are videos", async () => {
    await using place = await openPlace(kind);
    const { id: own } = place.store;
    expect((await place.again({ isExpected: true })).id).toBe(own);
    const elsewhere = place.bucket && { ...place.bucket, prefix: "elsewhere/" };
    const opening = openStore(path.join(place.folder, "elsewhere"), { isExpected: true, bucket: elsewhere });
    await expect(opening).rejects.toMatchObject({
      code: "cannot-start",
      message: expect.stringContaining("recordings"),
    });
  });

  it("keeps files under their checksums, and gives them back byte for byte, whole and in ranges", async () => {
    await using place = await openPlace(kind);
    const { store } = place;
    expect(await put(store, id, large)).toEqual({ sha256, bytes: large.length });
    const name = nameOf({ kind: "video-source.mp4", sha256 });
    expect(await findFile(store, id, name)).toMatchObject({ bytes: large.length });
    expect(await hashStored(store, id, name)).toEqual({ sha256, bytes: large.length });

    const stored = { sha256, bytes: large.length };
    const ranges = [
      [0, large.length],
      [0, 1],
      [large.length - 1, large.length],
      [16 * 2 ** 20 - 5, 16 * 2 ** 20 + 5],
      [12_345, 3_456_789],
    ] as const;
    for (const [from, to] of ranges) {
      using sent = await store.backend.open(keyOf(id, name), { from, to }, stored);
      const pieces: Buffer[] = [];
      // what is sent is only lent
      const write = (piece: Buffer, _: string, done: () => void) => {
        pieces.push(Buffer.from(piece));
        done();
      };
      await sent.send(new Writable({ write }));
      expect(Buffer.concat(pieces).equals(large.subarray(from, to))).toBe(true);
      using read = await store.backend.open(keyOf(id, name), { from, to }, stored);
      expect((await buffer(read.read())).equals(large.subarray(from, to))).toBe(true);
    }
    const missing = store.backend.open(keyOf(other, name), { from: 0, to: 1 }, stored);
    await expect(missing).rejects.toThrow(/no such file|does not exist/);
  });

  it("lends a file to programs, and never one that is damaged", async () => {
    await using place = await openPlace(kind);
    // another server put it there: there is no copy here yet
    const elsewhere = await place.again({ isExpected: true });
    await put(elsewhere, id, large);
    const { store } = place;
    const name = nameOf({ kind: "video-source.mp4", sha256 });
    const stored = { name, sha256, bytes: large.length };
    const [one, two] = await Promise.all([borrowFile(store, id, stored), borrowFile(store, id, stored)]);
    expect((await hashFile(one.file)).sha256).toBe(sha256);
    expect(two.file).toBe(one.file);
    one[Symbol.dispose]();
    two[Symbol.dispose]();
    for (const [video, name] of [
      [other, stored.name],
      [id, "original"],
    ] as const)
      await expect(borrowFile(store, video, { ...stored, name })).rejects.toThrow(/missing|not in the bucket/);
    if (kind === "bucket") {
      const wrong = { ...stored, sha256: "0".repeat(64), name: nameOf({ kind: "audio.mp4", sha256 }) };
      await put(elsewhere, id, large, "audio.mp4");
      await expect(borrowFile(store, id, wrong)).rejects.toThrow("damaged");
    }
  });

  it("lists what there is, and removes one file or one folder and nothing else", async () => {
    await using place = await openPlace(kind);
    const { store } = place;
    for (const one of [id, other, "zz".padEnd(26, "9")]) {
      await put(store, one, Buffer.from(one), "thumbnail");
      await using scratch = await makeScratch(store);
      await writeFile(path.join(scratch.folder, "x"), "recording");
      await keepOriginal(store, one, path.join(scratch.folder, "x"));
    }
    expect((await listFolders(store)).toSorted()).toEqual([id, other, "zz".padEnd(26, "9")]);
    const files = await listFiles(store, id);
    const names = files.map(({ name, bytes }) => `${name.replace(/\..*/, "")} ${bytes}`);
    expect(names.toSorted()).toEqual(["original 9", "thumbnail 26"]);
    for (const { changedAt } of files) expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
    await removeFile(store, id, "original");
    expect(await listFiles(store, id)).toHaveLength(1);
    await removeFolder(store, other);
    expect(await listFiles(store, other)).toEqual([]);
    expect((await listFolders(store)).toSorted()).toContain(id);
    expect(await listFiles(store, id)).toHaveLength(1);
    for (const bad of ["", "..", "../store.json", "a/b", ".hidden", "a".repeat(26) + "/x"])
      expect(() => keyOf(id, bad)).toThrow("is not the name of a file");
    await expect(removeFolder(store, "../aside")).rejects.toThrow("is not the id of a video");
    expect(await store.backend.find(markerKey)).toBeDefined();
  });

  it("leaves no scratch folder when it is closed", async () => {
    const place = await openPlace(kind);
    await put(place.store, id, large);
    using _borrowed = await borrowFile(place.store, id, {
      name: nameOf({ kind: "video-source.mp4", sha256 }),
      sha256,
      bytes: large.length,
    });
    await place.store[Symbol.asyncDispose]();
    expect(await readdir(path.join(place.folder, "aside"))).toEqual([]);
    await place[Symbol.asyncDispose]();
  });
});

describe("a bucket", () => {
  it("is refused at the start with what is wrong about it", async () => {
    const bucket = await createTestBucket();
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-store-"));
    const attempt = (change: Partial<BucketConfig>) =>
      openStore(folder.path, { isExpected: false, bucket: { ...bucket, ...change } });
    await expect(attempt({ name: `${bucket.name}x` })).rejects.toThrow("does not exist");
    await expect(attempt({ secretAccessKey: "wrong" })).rejects.toThrow("secret is wrong");
    await expect(attempt({ accessKeyId: "no:body" })).rejects.toMatchObject({ code: "cannot-start" });
    await expect(attempt({ endpoint: "http://127.0.0.1:1" })).rejects.toThrow("nothing answers at S3_ENDPOINT");
  });

  it("is refused when everyone can read it", async () => {
    const bucket = await createTestBucket();
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-store-"));
    await using proxy = await openFaultyProxy(bucket.endpoint ?? "");
    proxy.choose = ({ headers }) => (headers.authorization ? undefined : 200);
    const open = openStore(folder.path, { isExpected: false, bucket: { ...bucket, endpoint: proxy.endpoint } });
    await expect(open).rejects.toThrow("Everyone can read the bucket");
  });
});

async function put(
  store: Store,
  videoId: string,
  bytes: Buffer,
  kind: "video-source.mp4" | "audio.mp4" | "thumbnail" = "video-source.mp4",
) {
  await using scratch = await makeScratch(store);
  const from = path.join(scratch.folder, "made");
  await writeFile(from, bytes);
  return await keepFile(store, videoId, { kind, from });
}

async function openPlace(kind: "disk" | "bucket") {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-store-")));
  const bucket = kind === "bucket" ? await createTestBucket() : null;
  const store = stack.use(await openStore(folder, { isExpected: false, bucket }));
  const kept = stack.move();
  return {
    folder,
    bucket,
    store,
    /** As another server sees it: on a bucket it has a folder of its own. */
    async again({ isExpected }: { isExpected: boolean }) {
      const own = bucket ? path.join(folder, "another") : folder;
      return kept.use(await openStore(own, { isExpected, bucket }));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
