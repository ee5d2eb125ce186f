// The tus store for S3, changed for older services and several servers: one deletion at a time, a prefix of its own, and
// no cache, because another server may have ended an upload that this one remembers.
import { S3Store } from "@tus/s3-store";
import type { Readable } from "node:stream";
import { clientOptions, isNotFound } from "#server/media/store/bucket-client.ts";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";

export const infoEnding = ".info";
const endings = ["", infoEnding, ".part"];

export class BucketUploads extends S3Store {
  constructor(config: BucketConfig, folder: string) {
    super({
      partSize: 8 * 2 ** 20,
      useTags: false,
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      s3ClientConfig: { bucket: config.name, ...clientOptions(config) },
    });
    const prefix = `${config.prefix}${folder}/`;
    this.client.middlewareStack.add(
      (next) => (args) => {
        const input = args.input as { Key?: string };
        return next(input.Key === undefined ? args : { ...args, input: { ...args.input, Key: prefix + input.Key } });
      },
      { step: "initialize", name: "prefix" },
    );
  }

  /** A client that sends an empty part to a complete upload did not get our last answer: it is told again. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { file } = await this.getMetadata(id);
    if (file.size !== offset || !(await this.#isWhole(id))) return super.write(source, id, offset);
    source.resume();
    return offset;
  }

  async #isWhole(id: string): Promise<boolean> {
    try {
      await this.client.headObject({ Bucket: this.bucket, Key: id });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Deletes everything of an upload, complete or not. Unknown ids are refused as tus requires. */
  override async remove(id: string): Promise<void> {
    await this.getUpload(id);
    const { "upload-id": uploadId } = await this.getMetadata(id);
    const place = { Bucket: this.bucket, Key: id };
    await this.client.abortMultipartUpload({ ...place, UploadId: uploadId }).catch((error: unknown) => {
      // it was completed, or ended by another server
      if (!isNotFound(error)) throw error;
    });
    for (const ending of endings) await this.client.deleteObject({ Bucket: this.bucket, Key: id + ending });
  }

  async changedAt(id: string): Promise<number> {
    const parts = await this.retrieveParts(id).catch(() => []);
    // a small remainder, or the complete file: once it is put together there are no parts any more
    const others = await Promise.all(
      [this.partKey(id, true), id].map((key) =>
        this.client.headObject({ Bucket: this.bucket, Key: key }).catch(() => ({ LastModified: undefined })),
      ),
    );
    const { file } = await this.getMetadata(id);
    const times = [
      ...others.map(({ LastModified }) => LastModified),
      ...parts.map(({ LastModified }) => LastModified),
      file.creation_date,
    ];
    return Math.max(0, ...times.map((time) => (time === undefined ? 0 : new Date(time).getTime())));
  }
}
