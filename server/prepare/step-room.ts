// Checks the disk space before each step of preparing, and waits if there is not enough. A full or unreachable disk is not
// the recording's fault, so it does not count as an attempt, and the step continues by itself.
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { measureVolume, sayBytes } from "#server/media/store/room.ts";
import { Postponed } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import type { PrepareParts } from "./preparing.ts";
import type { Recording } from "#server/library/recording.ts";
import type { Step } from "./steps.ts";
import { words } from "./words.ts";

/** How much of the recording's size each step is about to write, roughly. */
const shares: Record<Step, number> = { first: 1, pictures: 0, captions: 0, sound: 0.1, rungs: 0.5, check: 0 };
/** Checking again is cheap; a step that filled the disk half-way would probably do so again. */
const waitMs = { beforeIt: 60_000, afterIt: 600_000 };

export async function requireRoomForStep(parts: PrepareParts, step: Step, { bytes }: Recording): Promise<void> {
  const [free, needed] = [await measureFree(parts), Math.ceil(bytes * shares[step])];
  if (free >= needed) return;
  throw new Refusal(
    "no-room",
    words.noSpace({ free: sayBytes(free), needed: sayBytes(needed), missing: sayBytes(needed - free) }),
  );
}

/** Undefined when waiting would not help. */
export async function findWait(parts: PrepareParts, error: unknown): Promise<Postponed | undefined> {
  if (error instanceof Refusal && (error.code === "no-room" || error.code === "busy"))
    return new Postponed(error.message, waitMs.beforeIt);
  if (!isDiskFull(error)) return undefined;
  return new Postponed(words.diskFull(sayBytes(await measureFree(parts))), waitMs.afterIt);
}

async function measureFree({ media }: PrepareParts): Promise<number> {
  const { bavail, bsize } = await measureVolume(media.store.folder);
  return bavail * bsize;
}
