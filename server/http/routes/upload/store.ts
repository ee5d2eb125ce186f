// Where uploads lie while they are under way: in a folder, or in the bucket, where any server of the archive goes on with
// them. The protocol's own stores do the work.
import { FileStore } from "@tus/file-store";
import type { DataStore, Locker, Upload } from "@tus/server";
import { mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { makeAside, requireRoom, type Store } from "#server/media/store/store.ts";

export interface Uploads {
  datastore: DataStore;
  /** Those that were begun and not yet taken in. */
  list(): Promise<Upload[]>;
  /** Where its bytes are as they come; undefined where they are not on this machine. */
  fileOf(id: string): string | undefined;
  /** When the last bytes came. */
  changedAt(id: string): Promise<number>;
  /** All of it goes; another server may have done so already. Whoever is just sending more of it is stopped first. */
  drop(id: string): Promise<void>;
  /** A whole one as a file in the store's own volume; it is the upload's, and stays until that is removed. */
  bring(id: string, signal?: AbortSignal): Promise<AsyncDisposable & { file: string }>;
}

export interface UploadOptions {
  bucket: BucketConfig | null;
  locker: Locker;
  /** What has to stay free on the disk. */
  leastFreeBytes: number;
}

/** Beside the videos' folders, which have two letters. */
const folder = "uploads";

export async function openUploads(store: Store, { bucket, ...options }: UploadOptions): Promise<Uploads> {
  return bucket ? openInBucket(store, { bucket, ...options }) : openOnDisk(store, options.locker);
}

async function openOnDisk(store: Store, locker: Locker): Promise<Uploads> {
  const directory = path.join(store.folder, folder);
  // the protocol's store makes it too, but does not wait until it is there
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
  const { BucketUploads, infoEnding } = await import("./bucket.ts");
  const listInfos = () => store.shelf.list(folder).then((all) => all.filter(({ name }) => name.endsWith(infoEnding)));
  const datastore = new BucketUploads(options.bucket, folder);
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
      // all parts came, but the server ended before it put them together
      if (!(await store.shelf.find(key)))
        await datastore.write(Readable.from([]), id, (await datastore.getUpload(id)).offset);
      await requireRoom(store.folder, (await store.shelf.find(key))?.bytes ?? 0, options.leastFreeBytes);
      await using stack = new AsyncDisposableStack();
      const aside = stack.use(await makeAside(store));
      const file = path.join(aside.folder, "upload");
      await using target = await open(file, "wx");
      for await (const piece of store.shelf.read(key, signal)) await target.write(piece);
      const kept = stack.move();
      return { file, [Symbol.asyncDispose]: () => kept.disposeAsync() };
    },
  };
}

async function findAll(datastore: DataStore, ids: readonly string[]): Promise<Upload[]> {
  const uploads = await Promise.all(ids.map((id) => datastore.getUpload(id).catch(() => undefined)));
  return uploads.filter((upload) => upload !== undefined);
}

const longestWaitMs = 30_000;

async function drop(datastore: DataStore, locker: Locker, id: string): Promise<void> {
  const lock = locker.newLock(id);
  await lock.lock(AbortSignal.timeout(longestWaitMs), () => {});
  try {
    await datastore.remove(id);
  } catch (error) {
    if ((error as { status_code?: number }).status_code !== 404) throw error;
  } finally {
    await lock.unlock();
  }
}
