// A bucket whose service stumbles: what is asked for comes whole in the end or is refused; nothing half is taken for whole.
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { CreateMultipartUploadCommand, GetObjectCommand, ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { openFaultyProxy, type Fault } from "#server/testing/faulty-proxy.ts";
import { createTestBucket } from "#server/testing/s3.ts";
import { connect } from "./bucket-client.ts";
import { openBucket } from "./bucket.ts";
import { hashPieces } from "./hash.ts";

const bytes = 3 * 2 ** 20 + 5;
const content = randomBytes(bytes);
const stored = describeContent(content);
const inParts = randomBytes(17 * 2 ** 20 + 3);
const storedInParts = describeContent(inParts);
const key = "ab/x/video-source.0123.mp4";

function describeContent(all: Buffer) {
  return { sha256: createHash("sha256").update(all).digest("hex"), bytes: all.length };
}

/** Only what waits for a silent service is impatient: a slow one under load answers late, too. */
interface Patience {
  idleMs?: number;
  viewerMs?: number;
}

async function openFaulty(all = content, { idleMs = 60_000, viewerMs = 60_000 }: Patience = {}) {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-bucket-")));
  const bucket = await createTestBucket();
  const proxy = stack.use(await openFaultyProxy(bucket.endpoint ?? ""));
  const backend = stack.use(await openBucket({ ...bucket, endpoint: proxy.endpoint }, folder, { idleMs, viewerMs }));
  const from = path.join(folder, "made");
  await writeFile(from, all);
  const kept = stack.move();
  return {
    bucket,
    proxy,
    backend,
    from,
    /** The first `times` requests of this method go wrong. */
    fail(fault: Fault, { method = "GET", times = 1 } = {}) {
      let left = times;
      proxy.choose = (request) => (request.method === method && left-- > 0 ? fault : undefined);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

describe("putting a file into a bucket", () => {
  it.each([
    [500, "PUT"],
    [503, "POST"],
    ["reset", "HEAD"],
    ["silent", "PUT"],
  ] as const)("gets there whole although %s answers a %s", async (fault, method) => {
    await using faulty = await openFaulty(inParts, fault === "silent" ? { idleMs: 5000 } : {});
    faulty.fail(fault, { method });
    await faulty.backend.put(key, faulty.from, storedInParts);
    expect(faulty.proxy.faults).toHaveLength(1);
    expect(await hashPieces(faulty.backend.read(key))).toEqual(storedInParts);
  });

  it("is refused by the service when it arrives damaged, and nothing becomes of it", async () => {
    await using faulty = await openFaulty(inParts);
    faulty.fail("flip-sent", { method: "PUT", times: 100 });
    await expect(faulty.backend.put(key, faulty.from, storedInParts)).rejects.toMatchObject({ name: "BadDigest" });
    expect(await faulty.backend.find(key)).toBeUndefined();
  });

  it("gives up with nothing left behind when the service stays away, and when the file is not what it was said to be", async () => {
    await using faulty = await openFaulty(inParts);
    let parts = 0;
    faulty.proxy.choose = ({ method }) => (method === "PUT" && (parts += 1) > 1 ? 500 : undefined);
    await expect(faulty.backend.put(key, faulty.from, storedInParts)).rejects.toMatchObject({
      code: "busy",
      cause: { $metadata: { httpStatusCode: 500 } },
    });
    faulty.proxy.choose = () => undefined;
    const wrong = { ...storedInParts, sha256: "0".repeat(64) };
    await expect(faulty.backend.put(key, faulty.from, wrong)).rejects.toThrow("was changed");
    expect(await faulty.backend.find(key)).toBeUndefined();
    const client = connect(faulty.bucket);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: faulty.bucket.name }));
    client.destroy();
    expect(Uploads).toEqual([]);
  });
});

it("parts of a file that a killed server sent are cleared away in time", async () => {
  await using faulty = await openFaulty();
  const client = connect(faulty.bucket);
  const place = { Bucket: faulty.bucket.name };
  await client.send(new CreateMultipartUploadCommand({ ...place, Key: `${faulty.bucket.prefix}${key}` }));
  await client.send(new CreateMultipartUploadCommand({ ...place, Key: "not-ours" }));
  expect(await faulty.backend.clearUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
  expect(await faulty.backend.clearUnfinished(new Date(Date.now() + 3_600_000))).toBe(1);
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(place));
  client.destroy();
  expect(Uploads.map(({ Key }) => Key)).toEqual(["not-ours"]);
});

describe("reading from a bucket", () => {
  it.each(["reset", "short", 500, 503, "silent"] as const)(
    "comes whole although answers are %s again and again",
    async (fault) => {
      const isSilent = fault === "silent";
      await using faulty = await openFaulty(content, isSilent ? { idleMs: 5000 } : {});
      await faulty.backend.put(key, faulty.from, stored);
      const times = isSilent ? 1 : 3;
      faulty.fail(fault, { times });
      expect(await hashPieces(faulty.backend.read(key))).toEqual(stored);
      expect(faulty.proxy.faults).toHaveLength(times);
    },
  );

  it("lends no copy that was damaged on the way, and the next one is good", async () => {
    await using faulty = await openFaulty();
    await using elsewhere = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-bucket-"));
    await faulty.backend.put(key, faulty.from, stored);
    await using backend = await openBucket({ ...faulty.bucket, endpoint: faulty.proxy.endpoint }, elsewhere.path);
    faulty.fail("flip");
    await expect(backend.borrow(key, stored)).rejects.toThrow("damaged");
    using borrowed = await backend.borrow(key, stored);
    expect((await hashPieces(createReadStream(borrowed.file))).sha256).toBe(stored.sha256);
  });

  it("is refused as busy when the service does not answer, and as missing when the object is another", async () => {
    await using faulty = await openFaulty(content, { viewerMs: 4000 });
    await faulty.backend.put(key, faulty.from, stored);
    faulty.fail(503, { times: 100 });
    await expect(faulty.backend.open(key, { from: 0, to: 10 }, stored)).rejects.toMatchObject({ code: "busy" });
    faulty.fail("silent", { times: 100 });
    await expect(faulty.backend.open(key, { from: 0, to: 10 }, stored)).rejects.toMatchObject({ code: "busy" });
    faulty.proxy.choose = () => undefined;
    await using patient = await openFaulty();
    await patient.backend.put(key, patient.from, stored);
    const larger = { ...stored, bytes: bytes + 1 };
    await expect(patient.backend.open(key, { from: 0, to: bytes + 1 }, larger)).rejects.toThrow(
      "is not as it should be",
    );
    await expect(patient.backend.open(key, { from: 5, to: 5 }, larger)).rejects.toThrow("not whole");
  });

  it("does not call a file missing when the whole bucket is, or when the key is not accepted any more", async () => {
    await using faulty = await openFaulty();
    await faulty.backend.put(key, faulty.from, stored);
    for (const change of [{ name: "no-such-bucket" }, { secretAccessKey: "another" }]) {
      const client = connect({ ...faulty.bucket, ...change });
      const wanted = { Bucket: change.name ?? faulty.bucket.name, Key: faulty.bucket.prefix + key };
      await expect(client.send(new GetObjectCommand(wanted))).rejects.toMatchObject({
        code: "busy",
      });
      client.destroy();
    }
  });

  it("stops when the viewer leaves, and a viewer is never told that half is all", async () => {
    await using faulty = await openFaulty();
    await faulty.backend.put(key, faulty.from, stored);
    const server = createServer((_request, response) => {
      void faulty.backend.open(key, { from: 0, to: bytes }, stored).then(async (opened) => {
        response.writeHead(200, { "content-length": bytes });
        await opened.send(response).then(
          () => response.end(),
          () => response.destroy(),
        );
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { promise, resolve } = Promise.withResolvers<void>();
      const leaving = get(address, (response) => response.once("data", () => resolve(void leaving.destroy())));
      leaving.on("error", () => {});
      await promise;
      await expect.poll(() => faulty.proxy.open).toBe(0);

      let answers = 0;
      faulty.proxy.choose = () => ((answers += 1) === 1 ? "reset" : 503);
      const ended = new Promise<string>((done) => {
        const asking = get(address, (response) =>
          buffer(response).then(
            ({ length }) => done(`${length} bytes as if they were all`),
            () => done("broken off"),
          ),
        );
        asking.on("error", () => done("no answer"));
      });
      expect(await ended).toBe("broken off");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
