// How much room there is for files, and how much of it is not for uploads.
import { statfs } from "node:fs/promises";
import { Refusal } from "#server/refusal.ts";
import type { Backend } from "./backend.ts";
import { words } from "./words.ts";

interface Space {
  /** Null where the place has no end that can be asked for. */
  free: number | null;
  reserve: number;
}

/** The same figures as in requireSpace: below the floor, or a twentieth of the disk, nothing is taken in. */
export async function measureSpace(
  { folder, backend }: { folder: string; backend: Pick<Backend, "kind"> },
  floor: number,
): Promise<Space> {
  const { bavail, blocks, bsize } = await measureVolume(folder);
  const reserve = Math.ceil(Math.max(floor, blocks * bsize * 0.05));
  return { free: backend.kind === "disk" ? bavail * bsize : null, reserve };
}

export async function measureVolume(folder: string) {
  return statfs(folder).catch((cause: unknown) => {
    throw new Refusal("busy", words.notReachable, { cause });
  });
}

export function sayBytes(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;
}
