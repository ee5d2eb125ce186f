// Copies every file that the rows speak of from one place to another: disk to bucket, or back. What is there already with
// the right checksum is left alone, so it may be stopped and run again. Nothing is ever deleted where it came from.
import { link } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#server/database/open.ts";
import { hashPieces } from "#server/media/store/hash.ts";
import type { Backend, StoredFile } from "#server/media/store/backend.ts";
import { keyOf, makeScratch, readMarker, writeMarker, type Store } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { listExpected, nameOfFile, type ExpectedFile } from "./expected.ts";
import { words } from "./words.ts";

interface Moved {
  files: number;
  copied: number;
  copiedBytes: number;
  faults: { file: ExpectedFile; reason: string }[];
}

interface MoveOptions {
  onProgress?: (progress: { doneBytes: number; allBytes: number }) => void;
  signal?: AbortSignal;
}

interface Places {
  from: Store;
  to: Backend;
}

/** The target gets the store's mark, with the same id, only when everything is there: no server starts on half of it. */
export async function moveMedia(
  db: Database,
  { from, to }: Places,
  { onProgress, signal }: MoveOptions = {},
): Promise<Moved> {
  const there = await readMarker(to);
  if (there !== undefined && there !== from.id) throw new Refusal("conflict", words.targetOfOther);
  const files = (await listExpected(db)).filter(({ isLeaving }) => !isLeaving);
  const moved: Moved = { files: files.length, copied: 0, copiedBytes: 0, faults: [] };
  const allBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let doneBytes = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    try {
      if (await moveOne(file, { from, to }, signal)) {
        moved.copied += 1;
        moved.copiedBytes += file.bytes;
      }
    } catch (error) {
      signal?.throwIfAborted();
      moved.faults.push({ file, reason: (error as Error).message });
    }
    doneBytes += file.bytes;
    onProgress?.({ doneBytes, allBytes });
  }
  if (moved.faults.length === 0) await writeMarker({ folder: from.folder, backend: to }, from.id);
  return moved;
}

/** False when it was there already. */
async function moveOne(file: ExpectedFile, { from, to }: Places, signal?: AbortSignal): Promise<boolean> {
  const { sha256, bytes } = file;
  const key = keyOf(file.videoId, nameOfFile(file));
  if (await isThere(to, key, { sha256, bytes })) return false;
  using source = await from.backend.borrow(key, { sha256, bytes }, signal);
  await using scratch = await makeScratch(from);
  const copy = path.join(scratch.folder, path.basename(key));
  await link(source.file, copy);
  await to.put(key, copy, { sha256, bytes });
  // read back once: from now on this is the file
  if ((await hashPieces(to.read(key, signal))).sha256 === sha256) return true;
  throw new Error(words.wrongChecksum);
}

/** A bucket remembers the checksum a file was put there with; a disk is asked for every byte. */
async function isThere(to: Backend, key: string, { sha256, bytes }: StoredFile): Promise<boolean> {
  const found = await to.find(key);
  if (found?.bytes !== bytes) return false;
  return (found.sha256 ?? (await hashPieces(to.read(key))).sha256) === sha256;
}
