// A backup while the server runs: a consistent copy of the database, then every file that it names.
// Files of an earlier backup in the folder are not copied again. Nothing in the folder is ever deleted or changed.
import { chmod, mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { openDatabase, type Database } from "#server/database/open.ts";
import { openDisk, syncFolder } from "#server/media/store/disk.ts";
import { clearScratch, hashFile, makeScratch, type Store } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { copyDatabase } from "./backup-database.ts";
import type { Fault } from "#server/media/store/check-file.ts";
import { copyFile, isThere, keyOfFile, requireSpaceFor } from "./backup-files.ts";
import { listExpected, type ExpectedFile } from "./expected.ts";
import {
  databaseName,
  listBackups,
  mediaOf,
  nameByTime,
  openBackup,
  writeManifest,
  type ListedFile,
  type Manifest,
} from "./manifest.ts";
import { words } from "./words.ts";

export interface Progress {
  doneBytes: number;
  allBytes: number;
}

export interface BackupOptions {
  now: Date;
  program: string;
  onProgress?: (progress: Progress) => void;
}

export interface BackupReport {
  place: string;
  files: number;
  bytes: number;
  copiedFiles: number;
  copiedBytes: number;
  /** Not in this backup, because they are missing or damaged in the archive. */
  faults: FaultyFile[];
}

type FaultyFile = ExpectedFile & { fault: Fault };

/** A file may be deleted after the database was copied; then the database is copied again. */
export const mostRounds = 5;

export async function backUp(parts: BackupParts, folder: string, options: BackupOptions): Promise<BackupReport> {
  const media = mediaOf(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(media, { recursive: true, mode: 0o700 });
  await requireSameArchive(folder, parts.store);
  await clearScratch({ folder: media });
  await using scratch = await makeScratch({ folder: media });
  await chmod(scratch.folder, 0o700);
  await using backend = openDisk(media);
  const target: BackupTarget = {
    isThere: (file) => isThere(backend, file),
    requireSpace: (bytes) => requireSpaceFor(folder, bytes, words.thisBackup),
    copy: (file, onBytes) =>
      copyFile(
        parts.store.backend,
        { backend, scratch: path.join(scratch.folder, "file"), onBytes, keepsChanged: true },
        file,
      ),
  };
  const { own, manifest, ...report } = await copyConsistent(parts, target, { ...options, scratch: scratch.folder });
  await writeManifest(own, manifest);
  // with its name it counts as a backup
  const place = path.join(folder, nameByTime(options.now));
  await syncFolder(own);
  await rename(own, place);
  await syncFolder(folder);
  return { place, ...report };
}

export interface BackupParts {
  db: Database;
  store: Store;
}

/** Where the files of a backup go. */
interface BackupTarget {
  isThere(file: ExpectedFile): boolean | Promise<boolean>;
  requireSpace(bytes: number): Promise<void>;
  /** Returns what is wrong with the file that should have been copied. */
  copy(file: ExpectedFile, onBytes: (bytes: number) => void): Promise<Fault | undefined>;
}

interface Consistent extends Omit<BackupReport, "place"> {
  /** A folder with the copy of the database. */
  own: string;
  manifest: Manifest;
}

/** A copy of the database in `scratch`, and every file that it names in the target. */
export async function copyConsistent(
  { db, store }: BackupParts,
  target: BackupTarget,
  { scratch, now, program, onProgress }: BackupOptions & { scratch: string },
): Promise<Consistent> {
  const copied = new Map<string, number>();
  for (let round = 1; ; round += 1) {
    const own = path.join(scratch, `round-${round}`);
    await mkdir(own);
    const database = path.join(own, databaseName);
    const migrations = await copyDatabase(db, database);
    const expected = await readExpected(database);
    const faults = await copyNew({ target, expected, copied }, onProgress);
    if (round < mostRounds && (await hasMovedOn(db, faults))) continue;

    const left = new Set(faults.filter(({ isLeaving }) => isLeaving).map(keyOfFile));
    const lost = faults.filter(({ isLeaving }) => !isLeaving);
    const listed = expected.filter((file) => !left.has(keyOfFile(file)));
    const about = { migrations, program, store: store.id, database: await hashFile(database) };
    const copiedBytes = [...copied.values()].reduce((all, bytes) => all + bytes, 0);
    return {
      own,
      manifest: { format: 1, madeAt: now.toISOString(), ...about, files: listed.length, list: list(listed, lost) },
      files: listed.length,
      bytes: sum(listed),
      copiedFiles: copied.size,
      copiedBytes,
      faults: lost,
    };
  }
}

function list(listed: readonly ExpectedFile[], lost: readonly FaultyFile[]): ListedFile[] {
  const faults = new Map(lost.map((file) => [keyOfFile(file), file.fault]));
  return listed.map((file) => {
    const { videoId, kind, sha256, bytes } = file;
    const fault = faults.get(keyOfFile(file));
    return { videoId, kind, sha256, bytes, ...(fault && { fault }) };
  });
}

interface Copying {
  target: BackupTarget;
  expected: readonly ExpectedFile[];
  /** Bytes by key, of this run. */
  copied: Map<string, number>;
}

async function copyNew(
  { target, expected, copied }: Copying,
  onProgress: BackupOptions["onProgress"],
): Promise<FaultyFile[]> {
  const missing: ExpectedFile[] = [];
  for (const file of expected) if (!(await target.isThere(file))) missing.push(file);
  const allBytes = sum(missing);
  await target.requireSpace(allBytes);
  let doneBytes = 0;
  const onBytes = (bytes: number): void => onProgress?.({ doneBytes: (doneBytes += bytes), allBytes });
  const faults: FaultyFile[] = [];
  for (const file of missing) {
    const fault = await target.copy(file, onBytes);
    if (fault) faults.push({ ...file, fault });
    else copied.set(keyOfFile(file), file.bytes);
  }
  return faults;
}

/** Whether one of them is missing only because its video was deleted, or prepared again, meanwhile. */
async function hasMovedOn(db: Database, faults: readonly ExpectedFile[]): Promise<boolean> {
  for (const { videoId, kind, sha256, isLeaving } of faults) {
    if (isLeaving) continue;
    const now = await listExpected(db, videoId);
    if (!now.some((file) => file.kind === kind && file.sha256 === sha256 && !file.isLeaving)) return true;
  }
  return false;
}

async function readExpected(file: string): Promise<ExpectedFile[]> {
  await using copy = await openDatabase({ file });
  return await listExpected(copy);
}

async function requireSameArchive(folder: string, store: Store): Promise<void> {
  for (const name of (await listBackups(folder)).toReversed()) {
    const backup = await openBackup(path.join(folder, name)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return undefined;
    });
    if (!backup) continue;
    if (backup.manifest.store === store.id) return;
    throw new Refusal("bad-input", words.otherArchive(folder));
  }
}

function sum(files: readonly { bytes: number }[]): number {
  return files.reduce((all, { bytes }) => all + bytes, 0);
}
