// Room for a step of preparing: asked for before it begins, and waited for where there is none. A disk that is full or
// away is not the recording's fault, so no attempt is counted, and the work goes on by itself.
import { statfs } from "node:fs/promises";
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { sayBytes } from "#server/media/store/room.ts";
import { Postponed } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import type { PrepareParts } from "./preparing.ts";
import type { Recording } from "#server/library/recording.ts";
import type { Step } from "./steps.ts";

/** How much of the recording's size each step is about to write, roughly. */
const shares: Record<Step, number> = { first: 1, pictures: 0, captions: 0, sound: 0.1, rungs: 0.5, check: 0 };
/** To look again costs nothing; a step that filled the disk half-way would do so again. */
const waitMs = { beforeIt: 60_000, afterIt: 600_000 };

export async function requireRoomForStep(parts: PrepareParts, step: Step, { bytes }: Recording): Promise<void> {
  const [free, needed] = [await measureFree(parts), Math.ceil(bytes * shares[step])];
  if (free >= needed) return;
  throw new Refusal(
    "no-room",
    `There is not enough room: ${sayBytes(free)} are free, ${sayBytes(needed)} are needed, ${sayBytes(needed - free)} are missing. ${comfort}`,
  );
}

/** Undefined when waiting would not help. */
export async function findWait(parts: PrepareParts, error: unknown): Promise<Postponed | undefined> {
  if (error instanceof Refusal && (error.code === "no-room" || error.code === "busy"))
    return new Postponed(error.message, waitMs.beforeIt);
  if (!isDiskFull(error)) return undefined;
  const free = sayBytes(await measureFree(parts));
  const sentence = `The disk was full before this was done: ${free} are free, more is needed. ${comfort}`;
  return new Postponed(sentence, waitMs.afterIt);
}

const comfort = "Nothing is lost: this goes on by itself when there is room.";

async function measureFree({ media }: PrepareParts): Promise<number> {
  const { bavail, bsize } = await statfs(media.store.folder);
  return bavail * bsize;
}
