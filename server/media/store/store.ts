// Where files live: <first two of the id>/<id>/<kind>.<hash>, in a folder or in a bucket. Keys are made here, from an id
// and a listed kind. What is worked on lies in scratch folders on this machine.
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { watchAvailability, type Availability } from "#server/away.ts";
import { Refusal } from "#server/refusal.ts";
import { scratchName, isLeftBehind } from "./scratch.ts";
import type { BucketConfig } from "./bucket-config.ts";
import { openDisk } from "./disk.ts";
import { hashFile, hashPieces, readPieces } from "./hash.ts";
import type { Kind } from "./kinds.ts";
import { measureVolume, sayBytes } from "./space.ts";
import type { Borrowed, Found, Listed, Backend, StoredFile } from "./backend.ts";
import { words } from "./words.ts";

export { hashFile, hashPieces as hashStream, readPieces } from "./hash.ts";
export type { Borrowed, StoredFile } from "./backend.ts";

export interface Store extends AsyncDisposable {
  /** On this machine: what is worked on, and on a disk all the rest. */
  readonly folder: string;
  /** Written once into the marker file: a place without it is not our store, or not mounted. */
  readonly id: string;
  readonly backend: Backend;
  /** Whether files can be read and written right now. */
  readonly health: Availability;
}

export interface Scratch extends AsyncDisposable {
  readonly folder: string;
}

interface StoreOptions {
  /** There are videos already: a missing marker then means a missing mount, and nothing may start. */
  isExpected: boolean;
  bucket?: BucketConfig | null;
}

export const markerKey = "store.json";
export const originalName = "original";
const scratchFolder = "aside";

export async function openStore(folder: string, { isExpected, bucket = null }: StoreOptions): Promise<Store> {
  await using stack = new AsyncDisposableStack();
  let store: Store | undefined;
  const health = stack.use(watchAvailability(async () => store && requireMounted(store)));
  const backend = stack.use(await openBackend(folder, bucket, health.suspect));
  const known = await readMarker(backend);
  if (known === undefined && isExpected) {
    throw new Refusal("cannot-start", bucket ? words.wrongBucket(bucket.name) : words.folderMissing(folder));
  }
  const id = known ?? (await writeMarker({ folder, backend }, randomUUID()));
  const kept = stack.move();
  store = { folder, id, backend, health, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  return store;
}

/** The bucket's code is loaded only where there is a bucket: it is larger than the rest of the server. */
export async function openBackend(
  folder: string,
  bucket: BucketConfig | null,
  onFailure?: () => void,
): Promise<Backend> {
  if (!bucket) return openDisk(folder);
  // what is worked on still lies here
  await mkdir(folder, { recursive: true });
  const { openBucket } = await import("./bucket.ts");
  return openBucket(bucket, folder, onFailure && { onFailure });
}

export async function readMarker(backend: Backend): Promise<string | undefined> {
  if (!(await backend.find(markerKey))) return undefined;
  const { store } = JSON.parse(await readText(backend.read(markerKey))) as { store: string };
  return store;
}

/** Refuses when the volume is away, or another is in its place: what is written there now would not be found again. */
export async function requireMounted({ id, backend }: Pick<Store, "id" | "backend">): Promise<void> {
  const found = await readMarker(backend).catch((cause: unknown) => {
    throw new Refusal("busy", words.notReachable, { cause });
  });
  if (found !== id) throw new Refusal("busy", words.notReachable);
}

/** What is wrong with the storage, what to do, and what becomes of the archive meanwhile. */
export function sayOutage({ backend }: Pick<Store, "backend">, { cause }: { cause: unknown }): string {
  return words.outage(backend.sayTrouble(cause));
}

/** Returns the id that is there afterwards: several servers may begin at once. */
export async function writeMarker(store: Pick<Store, "folder" | "backend">, id: string): Promise<string> {
  await using scratch = await makeScratch(store);
  const file = path.join(scratch.folder, markerKey);
  await writeFile(file, JSON.stringify({ store: id }));
  await store.backend.put(markerKey, file);
  return (await readMarker(store.backend)) ?? id;
}

/** A folder of one's own in the same volume, gone at the end of the block. */
export async function makeScratch(store: Pick<Store, "folder">): Promise<Scratch> {
  const folder = path.join(store.folder, scratchFolder, scratchName(randomUUID()));
  await mkdir(folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const addingPattern = /^adding-([0-9a-z]{26})$/;

/** Remembers beside what is worked on that this video is about to be added: after a crash its files may be nobody's. */
export async function noteAdding(scratch: Scratch, id: string): Promise<void> {
  await writeFile(path.join(scratch.folder, `adding-${id}`), "");
}

/** Called at a start: deletes what processes that are gone had not finished. Returns the videos that they were about to add. */
export async function clearScratch({ folder }: Pick<Store, "folder">): Promise<string[]> {
  const root = path.join(folder, scratchFolder);
  const adding: string[] = [];
  for (const name of existsSync(root) ? await readdir(root) : []) {
    if (!(await isLeftBehind(root, name))) continue;
    const files = await readdir(path.join(root, name)).catch(() => []);
    adding.push(...files.flatMap((file) => addingPattern.exec(file)?.[1] ?? []));
    await rm(path.join(root, name), { recursive: true, force: true });
  }
  return adding;
}

/** On a disk: the folder of a video. Elsewhere there is none, and only the functions below know where things are. */
export function folderOf(store: Pick<Store, "folder">, id: string): string {
  return path.join(store.folder, ...folderKey(id).split("/"));
}

/** On a disk: the recording as it was taken in, never changed. */
export function originalOf(store: Pick<Store, "folder">, id: string): string {
  return path.join(folderOf(store, id), originalName);
}

/** On a disk: a file that was made for a video. */
export function fileOf(store: Pick<Store, "folder">, id: string, file: { kind: Kind; sha256: string }): string {
  return path.join(folderOf(store, id), nameOf(file));
}

/** What a file made for a video is called in its folder. */
export function nameOf({ kind, sha256 }: { kind: Kind; sha256: string }): string {
  const { name, ext } = path.parse(kind);
  return `${name}.${sha256.slice(0, 16)}${ext}`;
}

export function keyOf(id: string, name: string): string {
  if (!/^\w[\w.-]*$/.test(name)) throw new Error(`${name} is not the name of a file`);
  return `${folderKey(id)}/${name}`;
}

function folderKey(id: string): string {
  if (!/^[0-9a-z]{26}$/.test(id)) throw new Error(`${id} is not the id of a video`);
  return `${id.slice(0, 2)}/${id}`;
}

/** Makes a file of a scratch folder the original of a video. */
export async function keepOriginal(store: Store, id: string, from: string): Promise<void> {
  await store.backend.put(keyOf(id, originalName), from);
}

/** Makes a file of a scratch folder a served one, named by its content. */
export async function keepFile(store: Store, id: string, file: { kind: Kind; from: string }): Promise<StoredFile> {
  const stored = await hashFile(file.from);
  await store.backend.put(keyOf(id, nameOf({ kind: file.kind, sha256: stored.sha256 })), file.from, stored);
  return stored;
}

export async function findFile(store: Store, id: string, name: string): Promise<Found | undefined> {
  return store.backend.find(keyOf(id, name));
}

/** A file as one on this machine, for programs that need one: `using borrowed = await borrowFile(…)`. */
export async function borrowFile(
  store: Store,
  id: string,
  { name, signal, ...stored }: StoredFile & { name: string; signal?: AbortSignal },
): Promise<Borrowed> {
  return store.backend.borrow(keyOf(id, name), stored, signal);
}

/** All of a file, piece by piece, wherever it lies. */
function readStored(store: Store, id: string, name: string): AsyncIterable<Buffer> {
  return store.backend.read(keyOf(id, name));
}

export async function hashStored(store: Store, id: string, name: string): Promise<StoredFile> {
  return hashPieces(readStored(store, id, name));
}

/** Copies a file into the store's volume, with its checksum on the way. */
export async function copyToScratch(
  from: string | Buffer,
  to: string,
  { onBytes, signal }: { onBytes?: (bytes: number) => void; signal?: AbortSignal | undefined } = {},
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await using target = await open(to, "wx");
  for await (const piece of readPieces(from, signal)) {
    hash.update(piece);
    await target.writeFile(piece);
    bytes += piece.length;
    onBytes?.(bytes);
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** Deletes one video's own folder and nothing else. */
export async function removeFolder(store: Store, id: string): Promise<void> {
  await store.backend.removeFolder(folderKey(id));
}

/** Deletes one file of a video. */
export async function removeFile(store: Store, id: string, name: string): Promise<void> {
  await store.backend.remove(keyOf(id, name));
}

export async function listFolders(store: Store): Promise<string[]> {
  return (await store.backend.listFolders()).filter((name) => /^[0-9a-z]{26}$/.test(name));
}

export async function listFiles(store: Store, id: string): Promise<Listed[]> {
  return store.backend.list(folderKey(id));
}

/** Refuses when there is too little room to take in this many bytes, prepare them, and go on. */
export async function requireSpace(folder: string, bytes: number, floor: number): Promise<void> {
  const { bavail, blocks, bsize } = await measureVolume(folder);
  const free = bavail * bsize;
  const needed = Math.max(floor, blocks * bsize * 0.05, bytes * 2.5);
  if (free >= needed) return;
  const sizes = { free: sayBytes(free), needed: sayBytes(needed), missing: sayBytes(needed - free) };
  throw new Refusal("no-room", words.noSpace(sizes));
}

async function readText(pieces: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(pieces)).toString("utf8");
}
