// By what a file that somebody writes to is told from one that nobody has touched, without reading it.
import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { findOpenForWriting } from "./open-files.ts";

export interface SeenFile {
  path: string | Buffer;
  stats: BigIntStats;
}

/** It was written to, replaced or removed since it was looked at. */
export class FileChanged extends Error {
  constructor() {
    super("the file has changed, or is open in another program");
  }
}

export function printOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

export async function lookAtFile(path: string | Buffer): Promise<SeenFile> {
  return { path, stats: await lstat(path, { bigint: true }) };
}

/** Throws unless these files are still what they were, and nobody has one of them open for writing. */
export async function requireUnchanged(files: readonly SeenFile[]): Promise<void> {
  if ((await findOpenForWriting(files.map(({ stats }) => stats))).size > 0) throw new FileChanged();
  for (const { path, stats } of files) {
    const now = await lstat(path, { bigint: true }).catch(() => undefined);
    if (!now || printOf(now) !== printOf(stats)) throw new FileChanged();
  }
}
