// One local file into the bucket: large ones in parts. What is sent is hashed on its way and must be what was meant; each
// part carries its own checksum for the service to compare; afterwards the object is asked for its size and checksum.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type ListMultipartUploadsCommandOutput,
} from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { findObject, type Bucket } from "./bucket-client.ts";
import { hashFile } from "./hash.ts";
import type { StoredFile } from "./backend.ts";

const partBytes = 16 * 2 ** 20;
const mostParts = 9000;
const atOnce = 3;

interface Put {
  from: string;
  stored: StoredFile;
}

export async function putObject(
  bucket: Bucket,
  key: string,
  { from, stored: said }: { from: string; stored?: StoredFile | undefined },
): Promise<StoredFile> {
  const stored = said ?? (await hashFile(from));
  const put = { from, stored };
  if (stored.bytes <= partBytes) await putWhole(bucket, key, put);
  else await putParts(bucket, key, put);
  await requireThere(bucket, key, stored);
  return stored;
}

async function putWhole({ client, name }: Bucket, key: string, { from, stored }: Put): Promise<void> {
  const [body = Buffer.alloc(0)] = await Array.fromAsync(readParts(from, stored));
  const metadata = { sha256: stored.sha256 };
  await client.send(
    new PutObjectCommand({ Bucket: name, Key: key, Body: body, ContentMD5: md5(body), Metadata: metadata }),
  );
}

async function putParts(bucket: Bucket, key: string, put: Put): Promise<void> {
  const { client, name } = bucket;
  const place = { Bucket: name, Key: key };
  const metadata = { sha256: put.stored.sha256 };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, Metadata: metadata }));
  const upload = { ...place, UploadId };
  try {
    const Parts = await sendParts(bucket, upload, put);
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // its answer may have been lost after it was done
    const found = await findObject(bucket, key).catch(() => undefined);
    if (found?.bytes === put.stored.bytes && found.sha256 === put.stored.sha256) return;
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  { client }: Bucket,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
  { from, stored }: Put,
) {
  const done: { PartNumber: number; ETag: string | undefined }[] = [];
  const underWay = new Set<Promise<void>>();
  let failed: unknown;
  for await (const body of readParts(from, stored)) {
    const PartNumber = done.push({ PartNumber: done.length + 1, ETag: undefined });
    const command = new UploadPartCommand({ ...upload, PartNumber, Body: body, ContentMD5: md5(body) });
    const sending = client.send(command).then(
      ({ ETag }) => void (done[PartNumber - 1] = { PartNumber, ETag }),
      (error: unknown) => void (failed ??= error),
    );
    underWay.add(sending);
    void sending.finally(() => underWay.delete(sending));
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (failed) break;
  }
  await Promise.all(underWay);
  if (failed) throw failed;
  return done;
}

/** Ends with an error when the file is not what it was said to be. */
async function* readParts(from: string, { sha256, bytes }: StoredFile): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const size = Math.max(partBytes, Math.ceil(bytes / mostParts));
  await using file = await open(from);
  for (let at = 0; at < bytes;) {
    const part = Buffer.allocUnsafe(Math.min(size, bytes - at));
    for (let filled = 0; filled < part.length;) {
      const { bytesRead } = await file.read(part, filled, part.length - filled, at + filled);
      if (bytesRead === 0) throw new Error("a file became shorter while it was put into the bucket");
      filled += bytesRead;
    }
    hash.update(part);
    at += part.length;
    if (at === bytes && hash.digest("hex") !== sha256)
      throw new Error("a file was changed while it was put into the bucket");
    yield part;
  }
}

/** Parts that a server sent before it was killed: they cost money, and nobody sees them. */
export async function abortUnfinished(
  { client, name }: Bucket,
  { prefix, before }: { prefix: string; before: Date },
): Promise<number> {
  let aborted = 0;
  let after: Record<string, string | undefined> | undefined = {};
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...after }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }));
      aborted += 1;
    }
    after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
  return aborted;
}

async function requireThere(bucket: Bucket, key: string, { sha256, bytes }: StoredFile): Promise<void> {
  const found = await findObject(bucket, key);
  if (found?.bytes === bytes && found.sha256 === sha256) return;
  throw new Error(`${key} is not in the bucket as it was put there: ${found ? `${found.bytes} bytes` : "nothing"}`);
}

function md5(body: Buffer): string {
  return createHash("md5").update(body).digest("base64");
}
