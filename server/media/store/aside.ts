// Names of what a process works on aside: its machine and its number, so that at a start only that is cleared away which
// nobody works on any more. Several machines may share the folder, and each counts its processes by itself.
import { hostname } from "node:os";
import { stat } from "node:fs/promises";
import path from "node:path";

const machine = hostname().replaceAll(/[^\w.-]/g, "_");
/** Of another machine one cannot tell whether its process lives; nothing is worked on for so long. */
const longestMs = 7 * 86_400_000;

export function asideName(what: string): string {
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
