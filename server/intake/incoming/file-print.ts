// Tells whether a file has changed or is being written to, without reading it.
import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { findOpenForWriting } from "./open-files.ts";

interface SeenFile {
  path: string | Buffer;
  stats: BigIntStats;
}

/** The file was written to, replaced or deleted since it was checked. */
export class FileChanged extends Error {
  constructor() {
    super("the file has changed, or is open in another program");
  }
}

export function printOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

/** Throws unless these files are still what they were, and nobody has one of them open for writing. */
export async function requireUnchanged(files: readonly SeenFile[]): Promise<void> {
  if ((await findOpenForWriting(files.map(({ stats }) => stats))).size > 0) throw new FileChanged();
  for (const { path, stats } of files) {
    const now = await lstat(path, { bigint: true }).catch(() => undefined);
    if (!now || printOf(now) !== printOf(stats)) throw new FileChanged();
  }
}
