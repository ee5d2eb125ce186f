// Where unfinished uploads are kept: in a folder, or in the bucket, where any server of the archive can continue them.
// The stores that come with tus do the work.
import { FileStore } from "@tus/file-store";
import type { DataStore, Locker, Upload } from "@tus/server";
import { mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { makeScratch, requireSpace, type Store } from "#server/media/store/store.ts";

export interface Uploads {
  datastore: DataStore;
  /** Uploads that are not yet added to the archive. */
  list(): Promise<Upload[]>;
  /** The file its bytes are written to; undefined if it is not on this machine. */
  fileOf(id: string): string | undefined;
  /** When the last bytes arrived. */
  changedAt(id: string): Promise<number>;
  /** Deletes all of it, even if another server has done so already. A client that is still sending is stopped first. */
  drop(id: string): Promise<void>;
  /** A complete upload as a file on the store's volume; it belongs to the upload and is deleted with it. */
  bring(id: string, signal?: AbortSignal): Promise<AsyncDisposable & { file: string }>;
}

interface UploadOptions {
  bucket: BucketConfig | null;
  locker: Locker;
  /** What has to stay free on the disk. */
  leastFreeBytes: number;
}

/** Next to the folders of recordings, whose names have two letters. */
const folder = "uploads";

export async function openUploads(store: Store, { bucket, ...options }: UploadOptions): Promise<Uploads> {
  return bucket ? openInBucket(store, { bucket, ...options }) : openOnDisk(store, options.locker);
}

async function openOnDisk(store: Store, locker: Locker): Promise<Uploads> {
  const directory = path.join(store.folder, folder);
  // the tus store creates it, too, but does not wait until it exists
  await mkdir(directory, { recursive: true });
  const datastore = new FileStore({ directory });
  return {
    datastore,
    list: async () => findAll(datastore, (await datastore.configstore.list?.()) ?? []),
    drop: (id) => drop(datastore, locker, id),
    fileOf: (id) => path.join(directory, id),
    changedAt: async (id) => (await stat(path.join(directory, id)).catch(() => ({ mtimeMs: 0 }))).mtimeMs,
    bring: async (id) => ({ file: path.join(directory, id), [Symbol.asyncDispose]: async () => {} }),
  };
}

async function openInBucket(store: Store, options: UploadOptions & { bucket: BucketConfig }): Promise<Uploads> {
  const { BucketUploads, infoEnding } = await import("#server/media/store/bucket-uploads.ts");
  const listInfos = () => store.backend.list(folder).then((all) => all.filter(({ name }) => name.endsWith(infoEnding)));
  const datastore = new BucketUploads(options.bucket, folder, store.health.suspect);
  return {
    datastore,
    list: async () =>
      findAll(
        datastore,
        (await listInfos()).map(({ name }) => name.slice(0, -infoEnding.length)),
      ),
    drop: (id) => drop(datastore, options.locker, id),
    fileOf: () => undefined,
    changedAt: (id) => datastore.changedAt(id),
    async bring(id, signal) {
      const key = `${folder}/${id}`;
      // all parts arrived, but the server stopped before it put them together
      if (!(await store.backend.find(key)))
        await datastore.write(Readable.from([]), id, (await datastore.getUpload(id)).offset);
      await requireSpace(store.folder, (await store.backend.find(key))?.bytes ?? 0, options.leastFreeBytes);
      await using stack = new AsyncDisposableStack();
      const scratch = stack.use(await makeScratch(store));
      const file = path.join(scratch.folder, "upload");
      await using target = await open(file, "wx");
      for await (const piece of store.backend.read(key, signal)) await target.writeFile(piece);
      const kept = stack.move();
      return { file, [Symbol.asyncDispose]: () => kept.disposeAsync() };
    },
  };
}

async function findAll(datastore: DataStore, ids: readonly string[]): Promise<Upload[]> {
  const uploads = await Promise.all(ids.map((id) => findUpload(datastore, id)));
  return uploads.filter((upload) => upload !== undefined);
}

/** Undefined if there is none, and an error if the store cannot say. */
export async function findUpload(datastore: DataStore, id: string): Promise<Upload | undefined> {
  return datastore.getUpload(id).catch((error: unknown) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
}

/** The tus server's way to say "not found" or "gone". */
export function isUnknown(error: unknown): boolean {
  return [404, 410].includes((error as { status_code?: number }).status_code ?? 0);
}

const longestWaitMs = 30_000;

async function drop(datastore: DataStore, locker: Locker, id: string): Promise<void> {
  const lock = locker.newLock(id);
  await lock.lock(AbortSignal.timeout(longestWaitMs), () => {});
  try {
    await datastore.remove(id);
  } catch (error) {
    if (!isUnknown(error)) throw error;
  } finally {
    await lock.unlock();
  }
}
