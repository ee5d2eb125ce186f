// Copies one file and checks its checksum: a copy that is not right never gets the file's name.
import { createHash } from "node:crypto";
import { mkdir, open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { explainFailure, type Fault } from "#server/media/store/check-file.ts";
import type { Backend, StoredFile } from "#server/media/store/backend.ts";
import { keyOf } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { nameOfFile, type ExpectedFile } from "./expected.ts";
import { words } from "./words.ts";

type StoreFile = Pick<ExpectedFile, "videoId" | "kind" | "sha256" | "bytes">;

interface CopyTarget {
  backend: Backend;
  /** A folder in the backend's own volume. */
  scratch: string;
  /** A damaged file is copied, too, under another name: better than nothing. */
  keepsChanged?: true;
  onBytes(bytes: number): void;
}

export function keyOfFile(file: Pick<StoreFile, "videoId" | "kind" | "sha256">): string {
  return keyOf(file.videoId, nameOfFile(file));
}

export async function isThere(backend: Backend, file: StoreFile): Promise<boolean> {
  return (await backend.find(keyOfFile(file)))?.bytes === file.bytes;
}

/** Returns what is wrong with the file that should have been copied. */
export async function copyFile(
  from: Pick<Backend, "find" | "read">,
  to: CopyTarget,
  file: StoreFile,
): Promise<Fault | undefined> {
  const key = keyOfFile(file);
  if (!(await from.find(key))) return "missing";
  const copy = path.join(to.scratch, path.basename(key));
  await mkdir(to.scratch, { recursive: true });
  await rm(copy, { force: true });
  const stored = await copyPieces(from.read(key), copy, (bytes) => to.onBytes(bytes)).catch((error: unknown) =>
    explainFailure(from, key, error),
  );
  if (typeof stored === "string") return stored;
  if (isSame(stored, file)) {
    await to.backend.put(key, copy, stored);
    return undefined;
  }
  if (to.keepsChanged) await to.backend.put(`${key}.damaged`, copy, stored);
  return "changed";
}

export async function copyPieces(
  pieces: AsyncIterable<Buffer>,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await using target = await open(to, "wx");
  for await (const piece of pieces) {
    hash.update(piece);
    await target.writeFile(piece);
    bytes += piece.length;
    onBytes(piece.length);
  }
  return { sha256: hash.digest("hex"), bytes };
}

export function isSame(one: StoredFile, other: StoredFile): boolean {
  return one.sha256 === other.sha256 && one.bytes === other.bytes;
}

/** Space for the file system and the database, beside the files themselves. */
const spareBytes = 64 * 2 ** 20;

export async function requireSpaceFor(folder: string, bytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, bytes + spareBytes];
  if (free >= needed) return;
  const gigabytes = (value: number) => `${(value / 2 ** 30).toFixed(2)} GB`;
  const sizes = { needed: gigabytes(needed), free: gigabytes(free), missing: gigabytes(needed - free) };
  throw new Refusal("no-room", words.noSpace(what, folder, sizes));
}
