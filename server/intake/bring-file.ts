// Brings a file into the store's volume: by a second name for it, by sharing its blocks, or by copying it. The file itself
// stays where it was.
import { access, constants, copyFile, link, rm, stat } from "node:fs/promises";
import path from "node:path";
import { copyToScratch, hashFile, hashStream, readPieces, type StoredFile } from "#server/media/store/store.ts";

export interface Bringing {
  file: string | Buffer;
  /** The file is ours, nobody writes to it, and it is on the store's volume: it need not be copied. */
  isOurs?: boolean;
  /** The owner agrees that the archive shares the file's blocks or the file itself, where both are on one disk. */
  mayLink?: boolean;
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

export async function bringFile(bringing: Bringing, to: string): Promise<StoredFile> {
  const { file, isOurs, mayLink, onBytes, signal } = bringing;
  if (isOurs) await link(file, to);
  else if (!mayLink || !(await shareFile(file, to)))
    return copyToScratch(file, to, { ...(onBytes && { onBytes }), signal });
  return hashFile(to);
}

/** A second file with the same blocks, where the file system can do that; else a second name. False when neither works. */
async function shareFile(file: string | Buffer, to: string): Promise<boolean> {
  try {
    await copyFile(file, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    await rm(to, { force: true });
  }
  try {
    if (!(await mayShareName(file, to))) return false;
    await link(file, to);
    return true;
  } catch {
    return false;
  }
}

/** The server has to read it later: it is so if it belongs to the owner of the media folder, or everybody may read it. */
async function mayShareName(file: string | Buffer, to: string): Promise<boolean> {
  const [{ uid, mode }, folder] = await Promise.all([stat(file), stat(path.dirname(to))]);
  await access(file, constants.R_OK | constants.W_OK);
  return uid === folder.uid || (mode & 0o004) !== 0;
}

export async function hashInPlace({ file, onBytes, signal }: Bringing): Promise<StoredFile> {
  return hashStream(readPieces(file, signal), onBytes);
}
