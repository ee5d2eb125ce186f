// Names of scratch folders: the machine and the number of the process, so that at a start only that is deleted which
// nobody works on any more. Several machines may share the folder, and each counts its processes by itself.
import { hostname } from "node:os";
import { stat } from "node:fs/promises";
import path from "node:path";

const machine = hostname().replaceAll(/[^\w.-]/g, "_");
/** The age at which a scratch folder of another machine is deleted: whether its process lives can't be told, but no work takes so long. */
const longestMs = 7 * 86_400_000;

export function scratchName(what: string): string {
  return `${machine}~${process.pid}-${what}`;
}

/** Called at a start, before this process has anything there. */
export async function isLeftBehind(root: string, name: string): Promise<boolean> {
  const [of = "", rest = ""] = name.split("~");
  const pid = Number(rest.split("-")[0]);
  if (of === machine) return pid === process.pid || !isAlive(pid);
  const { mtimeMs } = await stat(path.join(root, name)).catch(() => ({ mtimeMs: Infinity }));
  return Date.now() - mtimeMs > longestMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
