// How much room there is for files, and how much of it is not for uploads.
import { statfs } from "node:fs/promises";
import type { Store } from "./store.ts";

export interface Room {
  /** Null where the place has no end that can be asked for. */
  free: number | null;
  reserve: number;
}

/** As requireRoom reckons: below the floor, or a twentieth of the disk, nothing is taken in. */
export async function measureRoom({ folder, shelf }: Pick<Store, "folder" | "shelf">, floor: number): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const reserve = Math.ceil(Math.max(floor, blocks * bsize * 0.05));
  return { free: shelf.kind === "disk" ? bavail * bsize : null, reserve };
}
