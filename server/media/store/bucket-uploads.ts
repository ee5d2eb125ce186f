// The tus store in the bucket. An upload is a multipart upload of the service, `<id>.info` says what it is, and `<id>.part`
// keeps what does not yet fill a part. Parts are sent one after the other and only whole ones, so that what has arrived is
// always the file from its beginning, whenever the service or this server stops, and whichever server goes on.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { connect, findObject, isNotFound } from "./bucket-client.ts";
import type { BucketConfig } from "./bucket-config.ts";

export const infoEnding = ".info";
const partEnding = ".part";
/** 64 GB are 8192 of them; services take at most 10,000. */
const partBytes = 8 * 2 ** 20;

interface Known extends Pick<Upload, "id" | "metadata" | "creation_date"> {
  size: number;
  uploadId: string;
}

interface Part {
  number: number;
  bytes: number;
  etag: string;
  changedAt: Date | undefined;
}

export class BucketUploads extends DataStore {
  readonly #client: S3Client;
  readonly #place: (name: string) => { Bucket: string; Key: string };

  constructor(config: BucketConfig, folder: string, onFailure?: () => void) {
    super();
    this.extensions = ["creation", "creation-with-upload", "termination"];
    this.#client = connect(config, onFailure && { onFailure });
    this.#place = (name) => ({ Bucket: config.name, Key: `${config.prefix}${folder}/${name}` });
  }

  override async create(upload: Upload): Promise<Upload> {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(this.#place(upload.id)));
    const { id, size, metadata, creation_date } = upload;
    const Body = JSON.stringify({ id, size, offset: 0, metadata, creation_date });
    const Metadata = { "upload-id": UploadId ?? "" };
    await this.#client.send(new PutObjectCommand({ ...this.#place(id + infoEnding), Body, Metadata }));
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.#getKnown(id);
    const parts = await this.#listParts(known);
    if (!parts) return this.#asWhole(known);
    const sent = countBytes(parts);
    return asUpload(known, sent + (await this.#findRestBytes(id, sent)));
  }

  /** Returns how far the upload is afterwards. What arrived before a failure stays. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const known = await this.#getKnown(id);
    const parts = await this.#listParts(known);
    if (!parts) {
      // a client that sends an empty part to a complete upload did not get our last answer: it is told again
      await this.#asWhole(known);
      source.resume();
      return known.size;
    }
    let sent = countBytes(parts);
    const rest = await this.#readRest(id, sent);
    // another server has received more in the meantime
    if (sent + rest.length !== offset) throw ERRORS.INVALID_OFFSET;
    const held = { pieces: [rest], bytes: rest.length };
    const sendPart = async (bytes: number) => {
      const all = Buffer.concat(held.pieces);
      parts.push(await this.#sendPart(known, parts.length + 1, all.subarray(0, bytes)));
      sent += bytes;
      held.bytes -= bytes;
      held.pieces = [all.subarray(bytes)];
    };
    for await (const piece of source as AsyncIterable<Buffer>) {
      held.pieces.push(piece);
      held.bytes += piece.length;
      while (held.bytes >= partBytes) await sendPart(partBytes);
    }
    const end = sent + held.bytes;
    if (end === known.size) {
      // a service wants one part, also of an empty file
      if (held.bytes > 0 || parts.length === 0) await sendPart(held.bytes);
      await this.#complete(known, parts);
    } else if (held.bytes > 0 && end !== offset) await this.#keepRest(id, sent, Buffer.concat(held.pieces));
    return end;
  }

  /** Deletes everything of an upload, complete or not. Unknown ids are refused as tus requires. */
  override async remove(id: string): Promise<void> {
    const known = await this.#getKnown(id);
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#place(id), UploadId: known.uploadId }))
      .catch((error: unknown) => {
        // it was completed, or ended by another server
        if (!isNotFound(error)) throw error;
      });
    // what says that it exists goes last
    for (const ending of [partEnding, "", infoEnding])
      await this.#client.send(new DeleteObjectCommand(this.#place(id + ending)));
  }

  async changedAt(id: string): Promise<number> {
    const known = await this.#getKnown(id);
    const parts = (await this.#listParts(known)) ?? [];
    // a small remainder, or the complete file: once it is put together there are no parts any more
    const others = await Promise.all([id + partEnding, id].map((name) => this.#find(name)));
    const times = [
      ...others.map((found) => found?.changedAt),
      ...parts.map((part) => part.changedAt),
      known.creation_date,
    ];
    return Math.max(0, ...times.map((time) => (time === undefined ? 0 : new Date(time).getTime())));
  }

  async #getKnown(id: string): Promise<Known> {
    const found = await this.#client
      .send(new GetObjectCommand(this.#place(id + infoEnding)))
      .catch((error: unknown) => {
        throw isNotFound(error) ? ERRORS.FILE_NOT_FOUND : error;
      });
    const { size, metadata, creation_date } = JSON.parse((await found.Body?.transformToString()) ?? "") as Upload;
    return { id, size: size ?? 0, metadata, creation_date, uploadId: found.Metadata?.["upload-id"] ?? "" };
  }

  /** Those that follow each other from the first; undefined when the service has put them together, or knows nothing of them. */
  async #listParts({ id, uploadId }: Known): Promise<Part[] | undefined> {
    const all: Part[] = [];
    let after: string | undefined;
    do {
      const asked = { ...this.#place(id), UploadId: uploadId, PartNumberMarker: after };
      const page = await this.#client.send(new ListPartsCommand(asked)).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      if (!page) return undefined;
      for (const { PartNumber = 0, Size = 0, ETag = "", LastModified } of page.Parts ?? [])
        all.push({ number: PartNumber, bytes: Size, etag: ETag, changedAt: LastModified });
      after = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    const inOrder = all.toSorted((one, other) => one.number - other.number);
    const gap = inOrder.findIndex(({ number }, index) => number !== index + 1);
    return gap < 0 ? inOrder : inOrder.slice(0, gap);
  }

  /** Without parts it is the complete file; where that is not there, either, the service has dropped the upload. */
  async #asWhole(known: Known): Promise<Upload> {
    if (!(await this.#find(known.id))) throw ERRORS.FILE_NOT_FOUND;
    return asUpload(known, known.size);
  }

  async #sendPart({ id, uploadId }: Known, number: number, bytes: Buffer): Promise<Part> {
    const sum = createHash("md5").update(bytes).digest("base64");
    const part = { ...this.#place(id), UploadId: uploadId, PartNumber: number, Body: bytes, ContentMD5: sum };
    const { ETag = "" } = await this.#client.send(new UploadPartCommand(part));
    return { number, bytes: bytes.length, etag: ETag, changedAt: undefined };
  }

  async #complete({ id, size, uploadId }: Known, parts: readonly Part[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
    const asked = { ...this.#place(id), UploadId: uploadId, MultipartUpload: { Parts } };
    await this.#client.send(new CompleteMultipartUploadCommand(asked)).catch(async (error: unknown) => {
      // its answer may have been lost after it was done
      if ((await this.#find(id))?.bytes !== size) throw error;
    });
  }

  /** Keeps the rest with the place where it begins: once its bytes are in a part, it is of no use, and need not be deleted first. */
  async #keepRest(id: string, from: number, bytes: Buffer): Promise<void> {
    const Metadata = { from: String(from) };
    await this.#client.send(new PutObjectCommand({ ...this.#place(id + partEnding), Body: bytes, Metadata }));
  }

  async #findRestBytes(id: string, from: number): Promise<number> {
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#place(id + partEnding)));
      return beginsAt(found.Metadata, from) ? (found.ContentLength ?? 0) : 0;
    } catch (error) {
      if (isNotFound(error)) return 0;
      throw error;
    }
  }

  async #readRest(id: string, from: number): Promise<Buffer> {
    try {
      const found = await this.#client.send(new GetObjectCommand(this.#place(id + partEnding)));
      if (beginsAt(found.Metadata, from) && found.Body) return Buffer.from(await found.Body.transformToByteArray());
      (found.Body as Readable | undefined)?.destroy();
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return Buffer.alloc(0);
  }

  #find(name: string) {
    const { Bucket, Key } = this.#place(name);
    return findObject({ client: this.#client, name: Bucket }, Key);
  }
}

function asUpload({ id, size, metadata, creation_date }: Known, offset: number): Upload {
  return new Upload({
    ...{ id, size, offset },
    ...(metadata && { metadata }),
    ...(creation_date !== undefined && { creation_date }),
  });
}

function countBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Those of 1.0 did not say so, and were deleted before they were sent as a part. */
function beginsAt(metadata: Record<string, string> | undefined, from: number): boolean {
  const said = metadata?.["from"];
  return said === undefined || said === String(from);
}
