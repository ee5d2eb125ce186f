// Which files some program has open for writing, as far as /proc shows it: programs of other users, in other containers
// or on other machines are not seen. Elsewhere than on Linux none is.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setImmediate as giveWay } from "node:timers/promises";

interface FileId {
  dev: bigint;
  ino: bigint;
}

export const fileKey = ({ dev, ino }: FileId): string => `${dev}:${ino}`;

/** The keys of those files that are open for writing. */
export async function findOpenForWriting(files: readonly FileId[]): Promise<Set<string>> {
  const wanted = new Set(files.map(fileKey));
  const found = new Set<string>();
  if (process.platform !== "linux" || wanted.size === 0) return found;
  for (const pid of list("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const handle of await listWriting(`/proc/${pid}`)) {
      // by the handle and not by the name: the file may have been renamed, or have several names
      const stats = await stat(handle, { bigint: true }).catch(() => undefined);
      if (stats && wanted.has(fileKey(stats))) found.add(fileKey(stats));
    }
  }
  return found;
}

/** How many handles are checked without a pause: /proc is in memory, so reading many at once is faster. */
const atOnce = 100;

async function listWriting(program: string): Promise<string[]> {
  const handles = list(`${program}/fd`);
  const writing: string[] = [];
  for (const [index, handle] of handles.entries()) {
    if (index % atOnce === 0) await giveWay();
    if (mayWrite(program, handle)) writing.push(`${program}/fd/${handle}`);
  }
  return writing;
}

function mayWrite(program: string, handle: string): boolean {
  try {
    const target = readlinkSync(`${program}/fd/${handle}`);
    if (!target.startsWith("/")) return false;
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`${program}/fdinfo/${handle}`, "latin1"))?.[1];
    return flags === undefined || (Number.parseInt(flags, 8) & 3) !== 0;
  } catch {
    // closed by now, or another user's
    return false;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
