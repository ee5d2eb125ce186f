// How much free space uploads need. Only a limited part of what is still to come is reserved for each, and nothing for
// uploads that have stopped, so that they do not block others.
import type { Upload } from "@tus/server";
import { measureSpace } from "#server/media/store/space.ts";
import { requireSpace } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { mostInPart } from "./protocol.ts";
import { words } from "./words.ts";

/** After so long without bytes an upload may still continue, but no space is reserved for it. */
const quietMs = 600_000;
const allowanceBytes = 2 ** 30;

interface OpenUpload extends Pick<Upload, "size" | "offset"> {
  /** When its last bytes arrived, or when it was started. */
  changedAt: number;
}

export function isQuiet({ changedAt }: Pick<OpenUpload, "changedAt">, now: Date): boolean {
  return now.getTime() - changedAt >= quietMs;
}

/** The space that is kept for an upload, in addition to what has arrived. */
export function reservedBytes(upload: OpenUpload, now: Date): number {
  if (isQuiet(upload, now)) return 0;
  return Math.min(allowanceBytes, (upload.size ?? 0) - upload.offset);
}

type SpaceParts = Pick<Parts, "media" | "config" | "clock">;

/** Before the first byte: there must be space for the whole file and for the other uploads. */
export async function requireSpaceForUpload(
  { media, config, clock }: SpaceParts,
  size: number,
  others: readonly OpenUpload[],
): Promise<void> {
  const now = clock.now();
  const reserved = others.reduce((sum, upload) => sum + reservedBytes(upload, now), 0);
  await requireSpace(media.store.folder, size + reserved, config.leastFreeBytes);
}

/** Before each part: a completely full disk would stop the database, too. */
export async function requireSpaceForPart(parts: Omit<SpaceParts, "clock">, bytes: number): Promise<void> {
  if (bytes > 0 && (await isNearlyFull(parts, bytes))) throw diskIsFull();
}

export async function isNearlyFull({ media, config }: Omit<SpaceParts, "clock">, bytes = 0): Promise<boolean> {
  const { free, reserve } = await measureSpace(media.store, config.leastFreeBytes);
  return free !== null && free - bytes < Math.min(reserve, mostInPart);
}

export function diskIsFull(cause?: unknown): Refusal {
  return new Refusal("no-room", words.diskFull, { cause });
}
