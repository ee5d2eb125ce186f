// What a store asks of the place its files lie in: a folder on this machine (disk.ts) or a bucket (bucket.ts).
// Keys are <first two of the id>/<id>/<name> in both; only store.ts makes them. What lies under a key never changes.
import type { Readable, Writable } from "node:stream";

export interface StoredFile {
  sha256: string;
  bytes: number;
}

export interface Found {
  bytes: number;
  changedAt: Date;
  /** Where the place remembers it. */
  sha256?: string;
}

export interface Listed extends Found {
  name: string;
}

/** `to` is the byte after the last. */
export interface Slice {
  from: number;
  to: number;
}

/** A file on this machine, to be read and not changed; it may go when this is disposed of. */
export interface Borrowed extends Disposable {
  readonly file: string;
}

/** Bytes that are known to be there. One of the two ways out is used, once. */
export interface Opened extends Disposable {
  /** Ends when all is handed over, or when the reader has gone away; tells how many bytes were. */
  send(target: Writable): Promise<number>;
  read(): Readable;
}

export interface Backend extends AsyncDisposable {
  readonly kind: "disk" | "bucket";
  /** Makes a local file this one, whole or not at all. The local file belongs to the backend afterwards. */
  put(key: string, from: string, stored?: StoredFile): Promise<void>;
  find(key: string): Promise<Found | undefined>;
  /** `stored` is what it must be: a file that is not is never lent. */
  borrow(key: string, stored: StoredFile, signal?: AbortSignal): Promise<Borrowed>;
  open(key: string, slice: Slice, stored: StoredFile): Promise<Opened>;
  /** All of it, piece by piece. */
  read(key: string, signal?: AbortSignal): AsyncIterable<Buffer>;
  /** What lies in a folder; empty when there is none. */
  list(folder: string): Promise<Listed[]>;
  /** The ids of all folders. */
  listFolders(): Promise<string[]>;
  remove(key: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** What was begun before then and never ended, where a place keeps such things; returns how many. */
  clearUnfinished(before: Date): Promise<number>;
  /** How it is said that it cannot be used, and what to do; of an error, if there was one. */
  sayTrouble(cause: unknown): string;
  /** What it is called: "bucket x", "folder /y". */
  readonly place: string;
  /** An address that gives these bytes to anyone for a few minutes, where the owner wants it so. */
  link?(key: string, type: string): Promise<string>;
}
