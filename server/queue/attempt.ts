// One attempt at one job: calls its handler, keeps its progress, and decides what becomes of the row.
// Nothing here throws: a failure of any kind ends on the row or in the log.
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { LRUCache } from "lru-cache";
import { isOutage } from "#server/away.ts";
import { count, countsOf } from "#server/counts.ts";
import type { Database } from "#server/database/open.ts";
import { endLease, saveProgress, type Ending, type TakenJob } from "./lease.ts";
import { trackProgress } from "./progress.ts";
import { Hopeless, Postponed, type RunnerSettings } from "./settings.ts";
import { words as queueWords } from "./words.ts";

/** Why a handler's signal was aborted. */
type StopReason = "cancelled" | "closing" | "lease-lost";

export interface Attempt {
  readonly job: TakenJob;
  /** Renewed from time to time; past it, the job may be somebody else's. */
  leaseUntil: Date;
  stop(reason: StopReason): void;
  /** Puts the job back now, whether or not its handler listens. */
  abandon(): Promise<void>;
  /** When the handler has ended and the row says so. */
  readonly ended: Promise<void>;
}

interface Task {
  holder: string;
  job: TakenJob;
  settings: RunnerSettings;
}

export function beginAttempt(db: Database, task: Task): Attempt {
  const { job, settings } = task;
  const stopping = new AbortController();
  let reason: StopReason | undefined;
  const run = async (): Promise<void> => {
    const ending = await runHandler(db, task, stopping.signal).then(
      (): Ending => ({ as: "done", at: settings.clock() }),
      (error: unknown) => (reason ? endStopped(task, reason) : endFailed(task, error)),
    );
    // a disk that is full has room again in a moment; unwritten, the attempt would be counted for nothing
    for (
      let tries = 1;
      !(await endAttempt(db, task, ending)) && tries < mostTries && !stopping.signal.aborted;
      tries += 1
    )
      await sleep(settings.pollMs);
  };
  return {
    job,
    leaseUntil: job.lease_until ?? settings.clock(),
    stop(why) {
      reason ??= why;
      stopping.abort(new Error(stopWords[reason]));
    },
    abandon: async () => void (await endAttempt(db, task, endStopped(task, "closing"))),
    ended: run(),
  };
}

const mostTries = 10;

async function runHandler(db: Database, { holder, job, settings }: Task, signal: AbortSignal): Promise<void> {
  const progress = trackProgress(settings.progressMs, (report) =>
    saveProgress(db, holder, { id: job.id, ...report }).catch((error: unknown) =>
      settings.log.warn({ job: job.id, err: error }, "progress could not be written"),
    ),
  );
  try {
    const isLastAttempt = job.attempts >= settings.maxAttempts;
    await settings.handlers[job.kind]?.(job.payload as never, { signal, progress: progress.report, isLastAttempt });
  } finally {
    await progress.stop();
  }
}

/** False when the end could not be written. */
export async function endAttempt(db: Database, task: Task, ending: Ending): Promise<boolean> {
  const { holder, job, settings } = task;
  const details = { job: job.id, kind: job.kind, attempt: job.attempts };
  try {
    const isOurs = await endLease(db, holder, { id: job.id, ending });
    count(countsOf(db).jobs, `${job.kind} ${isOurs ? ending.as : "lost"}`);
    if (!isOurs) settings.log.warn(details, "a job ended after its lease had been lost");
    else if (ending.as === "quarantined") settings.log.error({ ...details, ...ending }, "a job is in quarantine");
    else if (ending.as === "retry")
      settings.log.warn({ ...details, ...ending }, "a job failed and will be tried again");
    else if (ending.as === "postponed") sayOnce(db, task, ending);
    else settings.log.info({ ...details, as: ending.as }, "a job ended");
    return true;
  } catch (error) {
    // The lease runs out, and then the job is done once more.
    settings.log.error({ ...details, err: error }, "the end of a job could not be written");
    return false;
  }
}

/** A cause that many jobs wait for, or one for long, is said again after an hour. */
const sayAgainMs = 3_600_000;
const causes = new WeakMap<object, LRUCache<string, true>>();

function sayOnce(db: Database, { job, settings }: Task, ending: { runAt: Date; error: string }): void {
  const said = causes.getOrInsertComputed(
    db.getExecutor().adapter,
    () => new LRUCache<string, true>({ max: 100, ttl: sayAgainMs }),
  );
  // how much room is left, or how long something takes, is not another cause
  const cause = `${job.kind} ${ending.error.replace(/\d+/g, "0")}`;
  if (said.has(cause)) return;
  said.set(cause, true);
  const { runAt, error } = ending;
  settings.log.warn({ job: job.id, kind: job.kind, runAt, error }, "jobs of this kind have to wait");
}

function endStopped({ job, settings }: Task, reason: StopReason): Ending {
  const at = settings.clock();
  return reason === "cancelled" ? { as: "cancelled", at } : { as: "putBack", runAt: at, attempts: job.attempts - 1 };
}

function endFailed({ job, settings }: Task, error: unknown): Ending {
  const now = settings.clock();
  const words = describeError(error);
  const delayMs = error instanceof Postponed ? error.delayMs : isOutage(error) ? outageMs : undefined;
  if (delayMs !== undefined)
    return {
      ...{ as: "postponed", runAt: new Date(now.getTime() + delayMs), wasDueAt: job.run_at },
      ...{ error: words, attempts: job.attempts - 1 },
    };
  return error instanceof Hopeless || job.attempts >= settings.maxAttempts
    ? { as: "quarantined", at: now, error: words }
    : { as: "retry", runAt: new Date(now.getTime() + settings.backoffMs(job.attempts)), error: words };
}

/** No attempt is counted then: an outage may last longer than all of them. */
const outageMs = 30_000;

const stopWords: Record<StopReason, string> = {
  cancelled: queueWords.cancelled,
  closing: queueWords.closing,
  "lease-lost": queueWords.leaseLost,
};

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error).slice(0, 4000);
  const because = error.cause === undefined ? "" : `, because ${describeError(error.cause)}`;
  return `${error.message || error.name}${because}`.slice(0, 4000);
}
