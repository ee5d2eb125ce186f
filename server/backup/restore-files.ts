// The files of a backup, made ready: beside the media folder's own, or put into the bucket, where nothing is replaced
// that is whole. Each is compared with the manifest; what is here already, byte for byte, is not copied.
import { link, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { openDisk, syncFolder } from "#server/media/store/disk.ts";
import type { Backend } from "#server/media/store/backend.ts";
import { makeScratch, markerKey, openBackend, readMarker, writeMarker } from "#server/media/store/store.ts";
import { checkFile } from "#server/media/store/check-file.ts";
import { copyFile, isThere, keyOfFile, requireSpaceFor } from "./backup-files.ts";
import type { Progress } from "./backup.ts";
import type { Backup, ListedFile } from "./manifest.ts";
import { restoringFolder } from "./restore-plan.ts";
import { words } from "./words.ts";

interface Filled {
  copiedBytes: number;
  sameBytes: number;
  damaged: ListedFile[];
}

type OnProgress = ((progress: Progress) => void) | undefined;

export async function prepareFolder(media: string, backup: Backup, onProgress: OnProgress): Promise<Filled> {
  const folder = path.join(media, restoringFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using present = openDisk(media);
  await using target = openDisk(folder);
  await using scratch = await makeScratch({ folder });
  const wanted = backup.manifest.list.filter(({ fault }) => fault === undefined);
  await removeOthers(target, wanted);

  let copying = 0;
  for (const file of wanted)
    if (!(await isThere(target, file)) && !(await isThere(present, file))) copying += file.bytes;
  await requireSpaceFor(media, copying, words.thisRestore);

  const takeOver = async (file: ListedFile): Promise<boolean> => {
    if ((await checkFile(present, { ...file, key: keyOfFile(file) })) !== undefined) return false;
    const place = (root: string) => path.join(root, ...keyOfFile(file).split("/"));
    await mkdir(path.dirname(place(folder)), { recursive: true });
    await rm(place(folder), { force: true });
    return link(place(media), place(folder)).then(
      () => true,
      () => false,
    );
  };
  const filled = await fill({ backup, target, scratch: scratch.folder, wanted, takeOver }, onProgress);
  if ((await readMarker(target)) !== backup.manifest.store) {
    await target.remove(markerKey);
    await writeMarker({ folder, backend: target }, backup.manifest.store);
  }
  await syncTree(folder);
  return filled;
}

export function fillBucket(bucket: BucketConfig) {
  return async (media: string, backup: Backup, onProgress: OnProgress): Promise<Filled> => {
    await using target = await openBackend(media, bucket);
    await using scratch = await makeScratch({ folder: media });
    const wanted = backup.manifest.list.filter(({ fault }) => fault === undefined);
    const takeOver = async () => false;
    const filled = await fill({ backup, target, scratch: scratch.folder, wanted, takeOver }, onProgress);
    if ((await readMarker(target)) === undefined)
      await writeMarker({ folder: media, backend: target }, backup.manifest.store);
    return filled;
  };
}

interface Filling {
  backup: Backup;
  target: Backend;
  scratch: string;
  wanted: readonly ListedFile[];
  /** Whether the archive has the very file, and it need not be copied. */
  takeOver(file: ListedFile): Promise<boolean>;
}

async function fill({ backup, target, scratch, wanted, takeOver }: Filling, onProgress: OnProgress): Promise<Filled> {
  await using source = backup.openFiles();
  const allBytes = wanted.reduce((all, { bytes }) => all + bytes, 0);
  const filled: Filled = { copiedBytes: 0, sameBytes: 0, damaged: [] };
  let doneBytes = 0;
  for (const file of wanted) {
    const isHere = (await checkFile(target, { ...file, key: keyOfFile(file) })) === undefined || (await takeOver(file));
    if (isHere) filled.sameBytes += file.bytes;
    else if (await copyFile(source, { backend: target, scratch, onBytes: () => {} }, file)) filled.damaged.push(file);
    else filled.copiedBytes += file.bytes;
    onProgress?.({ doneBytes: (doneBytes += file.bytes), allBytes });
  }
  return filled;
}

/** What an interrupted restore of another backup had prepared. */
async function removeOthers(target: Backend, wanted: readonly ListedFile[]): Promise<void> {
  const keys = new Set(wanted.map(keyOfFile));
  for (const id of await target.listFolders()) {
    const folder = `${id.slice(0, 2)}/${id}`;
    for (const { name } of await target.list(folder))
      if (!keys.has(`${folder}/${name}`)) await target.remove(`${folder}/${name}`);
  }
}

/** Links are on the disk only when their folders are. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(path.join(folder, entry.name));
  await syncFolder(folder);
}
