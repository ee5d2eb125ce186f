// A store's files in a bucket. Programs get copies on this machine; viewers get the bytes as they come, or an address.
// Nothing here needs what older services lack: no conditional writes, no tags, no deleting of many at once.
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { Refusal } from "#server/refusal.ts";
import { openBorrowed } from "./borrowed.ts";
import { connect, findObject, isNotFound, type Bucket } from "./bucket-client.ts";
import type { BucketConfig } from "./bucket-config.ts";
import { abortUnfinished, putObject } from "./bucket-put.ts";
import { beginReading, sendPieces, WrongObject } from "./bucket-read.ts";
import { explain, requireUsable } from "./bucket-start.ts";
import type { Listed, Backend } from "./backend.ts";
import { words } from "./words.ts";

/** How long an address works that was given away. */
const linkSeconds = 300;
/** The longest wait for a viewer's request: every request has to end within 15 seconds. */
const usualViewerMs = 12_000;
/** What is smaller is not worth a copy here: no program asks for it again. */
const leastKept = 64 * 1024;

interface OpenOptions {
  viewerMs?: number;
  idleMs?: number;
  /** Called when a request failed although it was tried several times. */
  onFailure?: () => void;
}

export async function openBucket(
  config: BucketConfig,
  folder: string,
  { viewerMs = usualViewerMs, ...options }: OpenOptions = {},
): Promise<Backend> {
  const client = connect(config, options);
  const bucket = { client, name: config.name };
  const place = (key: string) => ({ Bucket: config.name, Key: config.prefix + key });
  await requireUsable(bucket, config).catch((error: unknown) => {
    client.destroy();
    throw error;
  });
  const copies = openBorrowed(folder);

  const list = (folderKey: string) => listUnder(bucket, `${config.prefix}${folderKey}/`);
  async function* read(key: string, signal?: AbortSignal) {
    const found = await find(key);
    if (!found) throw new Error(`${key} is not in the bucket`);
    const range = { from: 0, to: found.bytes, bytes: found.bytes };
    yield* (await beginReading(bucket, { key: config.prefix + key, ...range, signal })).pieces();
  }
  const find = (key: string) => findObject(bucket, config.prefix + key);
  /** For whoever waits to watch: a storage that does not answer is not a file that is missing. */
  const refuse = (cause: unknown): never => {
    if (isNotFound(cause) || cause instanceof WrongObject || cause instanceof Refusal) throw cause;
    options.onFailure?.();
    throw new Refusal("busy", words.noAnswer, { cause });
  };
  const backend: Backend = {
    kind: "bucket",
    place: words.bucket(config.name),
    sayTrouble: (cause) => words.bucketNotUsable(config.name, explain(cause)),
    async put(key, from, stored) {
      const put = await putObject(bucket, config.prefix + key, { from, stored });
      if (put.bytes < leastKept) await rm(from, { force: true });
      else await copies.adopt(key, from, put);
    },
    find,
    borrow: (key, stored, signal) => copies.borrow(key, stored, { signal, fetch: (whenGone) => read(key, whenGone) }),
    async open(key, { from, to }, { bytes }) {
      if (from === to) {
        const found = await findObject(bucket, config.prefix + key, AbortSignal.timeout(viewerMs)).catch(refuse);
        if (found?.bytes !== bytes) throw new Error(`${key} is missing or not whole`);
        return { send: async () => 0, read: () => Readable.from([]), [Symbol.dispose]: () => {} };
      }
      const wanted = { key: config.prefix + key, from, to, bytes, patienceMs: viewerMs };
      const reading = await beginReading(bucket, wanted).catch(refuse);
      let isUsed = false;
      return {
        send: (target) => sendPieces(target, reading),
        read() {
          isUsed = true;
          return Readable.from(reading.pieces(), { objectMode: false });
        },
        [Symbol.dispose]: () => void (isUsed || reading.stop()),
      };
    },
    read,
    list: async (folderKey) => (await list(folderKey)).files,
    async listFolders() {
      const tops = await listUnder(bucket, config.prefix);
      const ids: string[] = [];
      for (const top of tops.folders.filter((name) => name.length === 2)) ids.push(...(await list(top)).folders);
      return ids;
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(place(key)))),
    async removeFolder(folderKey) {
      for (const { name } of (await list(folderKey)).files) await backend.remove(`${folderKey}/${name}`);
      copies.forget(`${folderKey}/`);
    },
    clearUnfinished: (before) => abortUnfinished(bucket, { prefix: config.prefix, before }),
    async [Symbol.asyncDispose]() {
      await copies[Symbol.asyncDispose]();
      client.destroy();
    },
  };
  if (config.delivery === "redirect") {
    backend.link = (key, type) =>
      getSignedUrl(
        client,
        new GetObjectCommand({ ...place(key), ResponseContentType: type, ResponseCacheControl: "private, no-store" }),
        { expiresIn: linkSeconds },
      );
  }
  return backend;
}

async function listUnder({ client, name }: Bucket, prefix: string): Promise<{ files: Listed[]; folders: string[] }> {
  const files: Listed[] = [];
  const folders: string[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: name, Prefix: prefix, Delimiter: "/", ContinuationToken: token }),
    );
    for (const { Key = "", Size = 0, LastModified = new Date() } of page.Contents ?? [])
      files.push({ name: Key.slice(prefix.length), bytes: Size, changedAt: LastModified });
    for (const { Prefix = "" } of page.CommonPrefixes ?? []) folders.push(Prefix.slice(prefix.length, -1));
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
  return { files, folders };
}
