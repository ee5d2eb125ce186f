// Renames a file without ever replacing another one.
import { link, lstat, rename, unlink } from "node:fs/promises";

/** False when there is something of that name already. */
export async function moveUnlessTaken(from: Buffer, to: Buffer): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code ?? "")) throw error;
    // Hard links are not allowed here (another user's file, or this file system): checking first is the best we can do.
    if (await exists(to)) return false;
    await rename(from, to);
    return true;
  }
  await unlink(from);
  return true;
}

export async function exists(file: Buffer): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
