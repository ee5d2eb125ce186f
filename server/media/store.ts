// Where files live: <folder>/<first two of the id>/<id>/<kind>.<hash>. Paths are made here, from an id and a listed kind.
// A file is written aside in the same volume, forced to the disk, and renamed when it is whole: there is no half a file.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { Refusal } from "#server/refusal.ts";
import type { Kind } from "./kinds.ts";

export interface Store {
  readonly folder: string;
  /** Written once into the marker file: a folder without it is not our store, or not mounted. */
  readonly id: string;
}

export interface StoredFile {
  sha256: string;
  bytes: number;
}

export interface Aside extends AsyncDisposable {
  readonly folder: string;
}

const marker = "store.json";
const asideFolder = "aside";

/** With `isExpected` (there are videos already) a missing marker means a missing mount, and nothing may start. */
export async function openStore(folder: string, { isExpected }: { isExpected: boolean }): Promise<Store> {
  const file = path.join(folder, marker);
  if (existsSync(file)) {
    const { store } = JSON.parse(await readFile(file, "utf8")) as { store: string };
    return { folder, id: store };
  }
  if (isExpected) {
    throw new Refusal(
      "cannot-start",
      `The media folder ${folder} is missing or empty, but the database knows videos. Mount it or restore it, and start again.`,
    );
  }
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  await writeFile(`${file}.part`, JSON.stringify({ store: id }), { flush: true });
  await rename(`${file}.part`, file);
  await syncFolder(folder);
  return { folder, id };
}

/** A folder of one's own in the same volume, gone at the end of the block. */
export async function makeAside(store: Pick<Store, "folder">): Promise<Aside> {
  const folder = path.join(store.folder, asideFolder, `${process.pid}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** At the start of a server: what processes that are gone had not finished. */
export async function clearAside({ folder }: Pick<Store, "folder">): Promise<void> {
  const root = path.join(folder, asideFolder);
  for (const name of existsSync(root) ? await readdir(root) : []) {
    const pid = Number(name.split("-")[0]);
    if (pid === process.pid || !isAlive(pid)) await rm(path.join(root, name), { recursive: true, force: true });
  }
}

export function folderOf(store: Pick<Store, "folder">, id: string): string {
  if (!/^[0-9a-z]{26}$/.test(id)) throw new Error(`${id} is not the id of a video`);
  return path.join(store.folder, id.slice(0, 2), id);
}

/** The recording as it was taken in: never changed. */
export function originalOf(store: Pick<Store, "folder">, id: string): string {
  return path.join(folderOf(store, id), "original");
}

export function fileOf(store: Pick<Store, "folder">, id: string, file: { kind: Kind; sha256: string }): string {
  const { name, ext } = path.parse(file.kind);
  return path.join(folderOf(store, id), `${name}.${file.sha256.slice(0, 16)}${ext}`);
}

/** Makes a file that was written aside the original of a video. */
export async function keepOriginal(store: Store, id: string, from: string): Promise<void> {
  await keep(from, originalOf(store, id));
}

/** Makes a file that was written aside a served one, named by its content. */
export async function keepFile(store: Store, id: string, file: { kind: Kind; from: string }): Promise<StoredFile> {
  const stored = await hashFile(file.from);
  await keep(file.from, fileOf(store, id, { kind: file.kind, sha256: stored.sha256 }));
  return stored;
}

async function keep(from: string, to: string): Promise<void> {
  const handle = await open(from, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const folder = path.dirname(to);
  const isNew = !existsSync(folder);
  await mkdir(folder, { recursive: true });
  await rename(from, to);
  await syncFolder(folder);
  if (!isNew) return;
  await syncFolder(path.dirname(folder));
  await syncFolder(path.dirname(path.dirname(folder)));
}

export async function isThere(file: string, bytes: number): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.size === bytes;
}

export async function hashFile(file: string): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** Copies a file into the store's volume, with its checksum on the way. */
export async function copyAside(
  from: string,
  to: string,
  { onBytes, signal }: { onBytes?: (bytes: number) => void; signal?: AbortSignal | undefined } = {},
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await using target = await open(to, "wx");
  for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20, ...(signal && { signal }) })) {
    hash.update(chunk as Buffer);
    await target.write(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    onBytes?.(bytes);
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** Deletes one video's own folder and nothing else. */
export async function removeFolder(store: Store, id: string): Promise<void> {
  await rm(folderOf(store, id), { recursive: true, force: true });
}

export async function listFolders(store: Store): Promise<string[]> {
  const tops = await readdir(store.folder, { withFileTypes: true });
  const lists = tops
    .filter((entry) => entry.isDirectory() && entry.name.length === 2)
    .map((entry) => readdir(path.join(store.folder, entry.name)));
  return (await Promise.all(lists)).flat().filter((name) => /^[0-9a-z]{26}$/.test(name));
}

/** Refuses when there is too little room to take in this many bytes, prepare them, and go on. */
export async function requireRoom(folder: string, bytes: number, floor: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = Math.max(floor, blocks * bsize * 0.05, bytes * 2.5);
  if (free >= needed) return;
  const gigabytes = (value: number) => `${(value / 2 ** 30).toFixed(1)} GB`;
  throw new Refusal(
    "busy",
    `There is not enough room: ${gigabytes(free)} are free, ${gigabytes(needed)} are needed. Nothing was lost.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
