// How much room uploads need: what has arrived is on the disk already, and of the rest only so much is kept free for each
// as may come soon. What was announced and does not come keeps no room from others.
import type { Upload } from "@tus/server";
import { measureRoom } from "#server/media/store/room.ts";
import { requireRoom } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { mostInPart } from "./protocol.ts";

/** Nothing came for so long: it may go on, but others do not wait for it. */
export const quietMs = 600_000;
const allowanceBytes = 2 ** 30;

export interface OpenUpload extends Pick<Upload, "size" | "offset"> {
  /** When its last bytes came, or when it was begun. */
  changedAt: number;
}

export function isQuiet({ changedAt }: Pick<OpenUpload, "changedAt">, now: Date): boolean {
  return now.getTime() - changedAt >= quietMs;
}

/** Beyond what has arrived. */
export function reservedBytes(upload: OpenUpload, now: Date): number {
  if (isQuiet(upload, now)) return 0;
  return Math.min(allowanceBytes, (upload.size ?? 0) - upload.offset);
}

type RoomParts = Pick<Parts, "media" | "config" | "clock">;

/** Before the first byte: there is room for all of it, beside what others are sending. */
export async function requireRoomForUpload(
  { media, config, clock }: RoomParts,
  size: number,
  others: readonly OpenUpload[],
): Promise<void> {
  const now = clock.now();
  const reserved = others.reduce((sum, upload) => sum + reservedBytes(upload, now), 0);
  await requireRoom(media.store.folder, size + reserved, config.leastFreeBytes);
}

/** Before each part: what fills the disk to its end would stop the database with it. */
export async function requireRoomForPart(parts: Omit<RoomParts, "clock">, bytes: number): Promise<void> {
  if (bytes > 0 && (await isNearlyFull(parts, bytes))) throw diskIsFull();
}

export async function isNearlyFull({ media, config }: Omit<RoomParts, "clock">, bytes = 0): Promise<boolean> {
  const { free, reserve } = await measureRoom(media.store, config.leastFreeBytes);
  return free !== null && free - bytes < Math.min(reserve, mostInPart);
}

export function diskIsFull(cause?: unknown): Refusal {
  const sentence = "The archive's disk is full. What has arrived is kept; please try again when there is room.";
  return new Refusal("no-room", sentence, { cause });
}
