// The daily backup, by the queue, at the hour of the settings.
import { setTimeout as sleep } from "node:timers/promises";
import { ownVersion } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import type { JobHandler } from "#server/queue/settings.ts";
import { findLastGood, findLastRun } from "./runs.ts";
import { runTarget } from "./run-target.ts";
import { lastTime } from "#server/queue/last-time.ts";

export const backupJob = "backup";
/** Encrypting takes processor time, and members come first. */
const bytesPerSecond = 32 * 2 ** 20;

/** Called regularly. */
export async function addBackupWork({ db, clock, config }: Pick<Parts, "db" | "clock" | "config">): Promise<void> {
  const { hour } = config.backup;
  if (hour === null) return;
  const [lastGood, last] = [(await findLastGood(db))?.began_at, (await findLastRun(db))?.began_at];
  if (!isDue(hour, { now: clock.now(), timeZone: config.timeZone }, { lastGood, last })) return;
  await addBackupJob(db);
}

export async function addBackupJob(db: Parts["db"]): Promise<void> {
  await addJob(db, { kind: backupJob, key: "round", payload: {}, priority: -10 });
}

/** A failure is recorded, and shown in the studio; it is tried again after an hour. */
export function backupWork(parts: Parts): Record<string, JobHandler> {
  const { db, log, clock } = parts;
  return {
    async [backupJob](_payload: unknown, { signal, progress }) {
      try {
        const onProgress = ({ doneBytes, allBytes }: { doneBytes: number; allBytes: number }): void =>
          progress(allBytes > 0 ? doneBytes / allBytes : 0);
        const options = { now: clock.now(), program: ownVersion, onProgress, signal, pace: walk(signal) };
        const { place, sentBytes } = await runTarget({ db, store: parts.media.store }, parts.config, options);
        log.info({ place, sentBytes }, "a backup was made");
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error }, "a backup failed");
      }
      if (parts.config.isSetUp) await addJob(db, { kind: "check-up", key: "round", payload: {} });
    },
  };
}

function walk(signal: AbortSignal) {
  const began = performance.now();
  let done = 0;
  return async (bytes: number): Promise<void> => {
    done += bytes;
    const aheadMs = (done / bytesPerSecond) * 1000 - (performance.now() - began);
    if (aheadMs > 5) await sleep(aheadMs, undefined, { signal });
  };
}

// When the next backup is due.

const hourMs = 3_600_000;

interface Runs {
  /** When the last good one began, and the last of all. */
  lastGood: Date | undefined;
  last: Date | undefined;
}

/** After a failure it is tried again every hour. */
export function isDue(hour: number, when: { now: Date; timeZone: string }, { lastGood, last }: Runs): boolean {
  if (lastGood && lastGood >= lastTime(hour, when)) return false;
  return !last || when.now.getTime() - last.getTime() >= hourMs;
}
