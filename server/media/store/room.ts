// How much room there is for files, and how much of it is not for uploads.
import { statfs } from "node:fs/promises";
import { Refusal } from "#server/refusal.ts";
import type { Shelf } from "./shelf.ts";
import { words } from "./words.ts";

interface Room {
  /** Null where the place has no end that can be asked for. */
  free: number | null;
  reserve: number;
}

/** As requireRoom reckons: below the floor, or a twentieth of the disk, nothing is taken in. */
export async function measureRoom(
  { folder, shelf }: { folder: string; shelf: Pick<Shelf, "kind"> },
  floor: number,
): Promise<Room> {
  const { bavail, blocks, bsize } = await measureVolume(folder);
  const reserve = Math.ceil(Math.max(floor, blocks * bsize * 0.05));
  return { free: shelf.kind === "disk" ? bavail * bsize : null, reserve };
}

export async function measureVolume(folder: string) {
  return statfs(folder).catch((cause: unknown) => {
    throw new Refusal("busy", words.notReachable, { cause });
  });
}

export function sayBytes(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;
}
