// When the sweep must not delete anything: each guard is a sentence that editors read.
import type { RetentionWarning } from "#server/database/tables.ts";
import { listFiles } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { requireStore, type PurgeParts } from "./purge.ts";
import { dayMs } from "./plan.ts";
import { restsUntil, type RetentionRow } from "./rows.ts";
import { words } from "./words.ts";

type GuardCode = "storage" | "clock" | "rest" | "another-run" | "many" | "files";

export interface Stop {
  code: GuardCode;
  sentence: string;
}

/** The sweep is added once an hour. */
export const everyMs = 3_600_000;

/** Undefined when the files are the ones that the rows speak of. */
export async function findStorageStop(parts: PurgeParts): Promise<Stop | undefined> {
  try {
    await requireStore(parts);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: "storage", sentence: words.storageMissing };
  }
}

/** The time must be about the one expected after the last run, and not before what the newest files say. */
export async function findClockStop(parts: PurgeParts, row: RetentionRow, now: Date): Promise<Stop | undefined> {
  const expected = row.last_run_at ? row.last_run_at.getTime() + everyMs : now.getTime();
  const jumpMs = now.getTime() - expected;
  const newest = Math.abs(jumpMs) > dayMs ? 0 : await findNewestFile(parts);
  if (Math.abs(jumpMs) <= dayMs && newest - now.getTime() <= dayMs) return undefined;
  const sentence =
    Math.abs(jumpMs) > dayMs ? words.clockJumped(Math.round(Math.abs(jumpMs) / dayMs)) : words.clockBehind;
  return { code: "clock", sentence };
}

export function findRestStop(row: RetentionRow, now: Date): Stop | undefined {
  const until = restsUntil(row);
  if (!until || until <= now) return undefined;
  return {
    code: "rest",
    sentence: words.paused(formatUtc(until)),
  };
}

/** What would not be deleted is tried again at the next run; everything else goes on. */
export function findFilesStop(failed: number): Stop[] {
  if (failed === 0) return [];
  return [{ code: "files", sentence: words.notDeleted(failed) }];
}

/** Of those taken in last. */
async function findNewestFile({ db, media }: PurgeParts): Promise<number> {
  const rows = await db.selectFrom("recording").select("video_id").orderBy("taken_in_at", "desc").limit(5).execute();
  // a folder that cannot be read says nothing, and keeps nobody from the others
  const lists = await Promise.allSettled(rows.map(({ video_id }) => listFiles(media.store, video_id)));
  const files = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  return Math.max(0, ...files.map(({ changedAt }) => changedAt.getTime()));
}

/** What stops for the same reason as before is told with the time at which it began. */
export function asWarnings(stops: readonly Stop[], before: readonly RetentionWarning[], now: Date): RetentionWarning[] {
  return stops.map((stop) => ({
    ...stop,
    at: before.find(({ code }) => code === stop.code)?.at ?? now.toISOString(),
  }));
}

function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
