// Files of the folder incoming that were added. Each stays in a hidden folder there for a while before it is deleted,
// because a program that we cannot see may still write to it. If it changes, it is put back and checked again.
import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { lstat, mkdir, readdir, rename, rmdir, stat, unlink } from "node:fs/promises";
import type { Logger } from "pino";
import { joinName, numberName } from "#server/intake/folder/byte-name.ts";
import { moveUnlessTaken } from "./move-file.ts";
import { findOpenForWriting } from "./open-files.ts";

/** The name contains what the file was like when it was added, so that a server that starts later knows it, too. */
const pattern = /^\.taken-(\d+)-(\d+)-(-?\d+)-[0-9a-f]{8}$/;

type Content = Pick<BigIntStats, "ino" | "size" | "mtimeNs">;

/** False when the file has changed, or is open for writing: then it stays where it was. */
export async function setAside(folder: Buffer, name: Buffer, stats: BigIntStats): Promise<boolean> {
  const { ino, size, mtimeNs } = stats;
  const scratch = joinText(folder, `.taken-${ino}-${size}-${mtimeNs}-${randomBytes(4).toString("hex")}`);
  await mkdir(scratch);
  try {
    await rename(joinName(folder, name), joinName(scratch, name));
  } catch (error) {
    await rmdir(scratch);
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  // checked only now: from here on nobody can open it by its old name
  if (await isAsTaken(scratch, name, stats)) return true;
  await putBack(folder, scratch, name);
  return false;
}

/** Deletes files that were added at least `keepMs` ago and are unchanged; puts back those that have changed. */
export async function clearTaken(folder: Buffer, keepMs: number, log: Logger): Promise<void> {
  for (const entry of await readdir(folder).catch(ignoreGone)) {
    const [, ino, size, mtimeNs] = pattern.exec(entry) ?? [];
    if (ino === undefined || size === undefined || mtimeNs === undefined) continue;
    const content = { ino: BigInt(ino), size: BigInt(size), mtimeNs: BigInt(mtimeNs) };
    await clearOne(folder, joinText(folder, entry), { content, keepMs, log }).catch((error: unknown) => {
      log.error({ err: error, folder: entry }, "a file that was added could not be deleted; it is tried again");
    });
  }
}

async function clearOne(
  folder: Buffer,
  scratch: Buffer,
  { content, keepMs, log }: { content: Content; keepMs: number; log: Logger },
): Promise<void> {
  const { mtimeMs } = await stat(scratch);
  const isDue = Math.abs(Date.now() - mtimeMs) >= keepMs;
  let isEmpty = true;
  for (const name of await readdir(scratch, { encoding: "buffer" })) {
    const isKept = isDue ? await isAsTaken(scratch, name, content) : await isSame(scratch, name, content);
    if (!isKept) {
      log.info("a file that was added from the incoming folder has changed; it is checked again");
      await putBack(folder, scratch, name);
    } else if (isDue) await unlink(joinName(scratch, name));
    else isEmpty = false;
  }
  if (isEmpty) await removeIfEmpty(scratch);
}

async function isAsTaken(scratch: Buffer, name: Buffer, content: Content): Promise<boolean> {
  const stats = await lstat(joinName(scratch, name), { bigint: true });
  if ((await findOpenForWriting([stats])).size > 0) return false;
  return isSame(scratch, name, content);
}

async function isSame(scratch: Buffer, name: Buffer, { ino, size, mtimeNs }: Content): Promise<boolean> {
  const now = await lstat(joinName(scratch, name), { bigint: true });
  return now.ino === ino && now.size === size && now.mtimeNs === mtimeNs;
}

async function putBack(folder: Buffer, scratch: Buffer, name: Buffer): Promise<void> {
  for (let n = 1; ; n += 1) {
    if (await moveUnlessTaken(joinName(scratch, name), joinName(folder, numberName(name, n)))) break;
  }
  await removeIfEmpty(scratch);
}

async function removeIfEmpty(scratch: Buffer): Promise<void> {
  await rmdir(scratch).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}

function joinText(folder: Buffer, name: string): Buffer {
  return joinName(folder, Buffer.from(name));
}

function ignoreGone(error: NodeJS.ErrnoException): string[] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
