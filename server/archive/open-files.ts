// Which files some program has open for writing, as far as /proc shows it: programs of other users, in other containers
// or on other machines are not seen. Elsewhere than on Linux none is.
import { readdir, readFile, readlink, stat } from "node:fs/promises";

export interface FileId {
  dev: bigint;
  ino: bigint;
}

export const fileKey = ({ dev, ino }: FileId): string => `${dev}:${ino}`;

/** Of these files those that are open for writing, by their keys. */
export async function findOpenForWriting(files: readonly FileId[]): Promise<Set<string>> {
  const wanted = new Set(files.map(fileKey));
  const found = new Set<string>();
  if (process.platform !== "linux" || wanted.size === 0) return found;
  for (const pid of await list("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const handles = await list(`/proc/${pid}/fd`);
    const keys = await Promise.all(handles.map((handle) => findWritten(`/proc/${pid}`, handle)));
    for (const key of keys) if (key !== undefined && wanted.has(key)) found.add(key);
  }
  return found;
}

/** The file behind a handle that may write to it. A handle that was closed meanwhile has none. */
async function findWritten(program: string, handle: string): Promise<string | undefined> {
  try {
    const target = await readlink(`${program}/fd/${handle}`);
    if (!target.startsWith("/") || /^\/(dev|proc|sys)\//.test(target)) return undefined;
    const flags = /^flags:\s*([0-7]+)/m.exec(await readFile(`${program}/fdinfo/${handle}`, "latin1"))?.[1];
    const isReadOnly = flags !== undefined && (Number.parseInt(flags, 8) & 3) === 0;
    // asked of the handle and not of the name: the file may have been renamed, or have several names
    return isReadOnly ? undefined : fileKey(await stat(`${program}/fd/${handle}`, { bigint: true }));
  } catch {
    return undefined;
  }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
