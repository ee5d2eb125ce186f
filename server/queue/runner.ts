// The loop that does the queue's work in this process: takes what is due, a few at a time, keeps its leases,
// notices what is cancelled, and on close lets the work end or puts it back. It knows no job by name.
import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/open.ts";
import { repeat, untilTick } from "#server/one-at-a-time.ts";
import { beginAttempt, type Attempt, endAttempt } from "./attempt.ts";
import {
  askTogether,
  findCancelled,
  hasDue,
  hasOpen,
  renewLeases,
  takeJobs,
  takeLeftBehind,
  type Ending,
  type TakenJob,
} from "./lease.ts";
import { defaultSettings, type JobHandler, type RunnerOptions, type RunnerSettings } from "./settings.ts";
import { words } from "./words.ts";

export interface Runner {
  /** Looks at once for what was added or cancelled, rather than at the next poll. */
  wake(): void;
  /** When nothing is running and nothing is due; what waits for its time does not count. */
  idle(): Promise<void>;
  /** Takes no more, lets work end for a while, then stops it and puts it back uncounted. */
  close(): Promise<void>;
}

/** How much longer than usual the next look may be away while there is nothing to do. */
const mostRests = 5;

export function startRunner(
  db: Database,
  handlers: Readonly<Record<string, JobHandler>>,
  options: RunnerOptions,
): Runner {
  const { isAnyDue = askTogether(db), ...others } = options;
  const settings: RunnerSettings = { ...defaultSettings, ...others, handlers };
  const holder = randomUUID();
  const began = performance.now();
  const attempts = new Map<number, Attempt>();
  const idlers: (() => void)[] = [];
  const closing = new AbortController();
  let alarm = Promise.withResolvers<void>();
  let closed: Promise<void> | undefined;

  const wake = (): void => alarm.resolve();
  const leaseEnd = (): Date => new Date(settings.clock().getTime() + settings.leaseMs);

  const take = async (): Promise<number> => {
    const { concurrency } = settings;
    const limit = (typeof concurrency === "function" ? concurrency() : concurrency) - attempts.size;
    if (limit <= 0) return 0;
    const { held, after } = settings.order;
    const isHeld = held.length > 0 && (await hasOpen(db, after, settings.clock()));
    const kinds = Object.keys(handlers).filter((kind) => !(isHeld && held.includes(kind)));
    const takesDied = performance.now() - began >= settings.calmMs;
    const claim = { holder, kinds, limit, takesDied, now: settings.clock(), until: leaseEnd() };
    const jobs = await takeJobs(db, { ...claim, except: [...attempts.keys()] });
    for (const job of jobs) {
      const attempt = beginAttempt(db, { holder, job, settings });
      attempts.set(job.id, attempt);
      void attempt.ended.then(() => {
        attempts.delete(job.id);
        wake();
      });
    }
    return jobs.length;
  };

  const noticeCancelled = async (): Promise<void> => {
    if (attempts.size === 0) return;
    for (const id of await findCancelled(db, [...attempts.keys()])) attempts.get(id)?.stop("cancelled");
  };

  const look = async (): Promise<{ isBusy: boolean; isDue: boolean }> => {
    await noticeCancelled();
    const now = settings.clock();
    const isDue = (await isAnyDue(now)) && (await hasDue(db, now, Object.keys(handlers)));
    if (isDue) await putBackLeftBehind(db, { holder, except: [...attempts.keys()], settings });
    const taken = isDue ? await take() : 0;
    return { isBusy: taken > 0 || attempts.size > 0, isDue };
  };

  const loop = async (): Promise<void> => {
    let restMs = settings.pollMs;
    const longestMs = settings.pollMs * mostRests;
    while (!closing.signal.aborted) {
      alarm = Promise.withResolvers();
      const asked = idlers.splice(0);
      try {
        const { isBusy, isDue } = await look();
        if (!isBusy) for (const resolve of asked.splice(0)) resolve();
        // what this process adds wakes it; what others add may wait a little
        restMs = isBusy || isDue ? settings.pollMs : Math.min(restMs * 1.5, longestMs);
      } catch (error) {
        settings.log.error({ err: error }, "the queue could not be read");
      }
      idlers.push(...asked);
      // with nothing to do all runners look at the same moment, so that the process wakes once for all of them
      const untilNext = restMs < longestMs ? restMs : untilTick(longestMs);
      await waitFor(alarm.promise, untilNext);
    }
  };
  const looping = loop();

  const renew = async (): Promise<void> => {
    const held = [...attempts.values()];
    if (held.length === 0) return;
    const until = leaseEnd();
    try {
      const rows = await renewLeases(db, holder, { ids: held.map(({ job }) => job.id), until });
      for (const attempt of held) {
        const row = rows.find(({ id }) => id === attempt.job.id);
        if (row) attempt.leaseUntil = until;
        if (row?.is_cancel_wanted) attempt.stop("cancelled");
        // One that has just ended is missing too, but nobody listens to its signal any more.
        if (!row) attempt.stop("lease-lost");
      }
    } catch (error) {
      for (const attempt of held) if (attempt.leaseUntil < settings.clock()) attempt.stop("lease-lost");
      throw error;
    }
  };
  const renewing = repeat(renew, {
    everyMs: settings.leaseMs / 3,
    onError: (error) => settings.log.error({ err: error }, "the leases of running jobs could not be renewed"),
  });

  const close = async (): Promise<void> => {
    closing.abort();
    wake();
    await looping;
    await waitForAttempts();
    for (const attempt of attempts.values()) attempt.stop("closing");
    await waitForAttempts();
    await renewing.stop();
    await Promise.all([...attempts.values()].map((attempt) => attempt.abandon()));
    for (const resolve of idlers.splice(0)) resolve();
  };
  const waitForAttempts = async (): Promise<void> => {
    const ended = [...attempts.values()].map((attempt) => attempt.ended);
    if (ended.length > 0) await waitFor(Promise.all(ended), settings.graceMs);
  };

  return {
    wake,
    async idle() {
      if (closing.signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      idlers.push(resolve);
      wake();
      await promise;
    },
    close: () => (closed ??= close()),
  };
}

async function waitFor(event: Promise<unknown>, atMostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, atMostMs);
  await Promise.race([event, promise]);
  clearTimeout(timer);
}

// Work whose server died: that is not the job's failure, so it is put back, to wait longer after each time. Work that
// no server survives is given up, or it would end the server for ever.

interface Finder {
  holder: string;
  /** Jobs at work in this very runner, even when their lease ran out. */
  except: readonly number[];
  settings: RunnerSettings;
}

async function putBackLeftBehind(db: Database, { holder, except, settings }: Finder): Promise<void> {
  const now = settings.clock();
  const until = new Date(now.getTime() + settings.leaseMs);
  const left = await takeLeftBehind(db, { holder, kinds: Object.keys(settings.handlers), now, until, except });
  for (const job of left) {
    const deaths = job.deaths + 1;
    settings.log.warn({ job: job.id, kind: job.kind, deaths }, "a server ended while it did this job");
    // counted only now: a server that dies in between must not count as a second crash of the same attempt
    await endAttempt(db, { holder, job, settings }, decide({ ...job, deaths }, settings));
  }
}

function decide(job: TakenJob, { clock, maxCrashes, waitAfterCrashMs }: RunnerSettings): Ending {
  const at = clock();
  const attempts = job.attempts - 1;
  if (job.is_cancel_wanted) return { as: "cancelled", at, attempts };
  const { deaths } = job;
  if (job.deaths < maxCrashes)
    return { as: "putBack", runAt: new Date(at.getTime() + waitAfterCrashMs(deaths)), attempts, deaths };
  return { as: "quarantined", at, attempts, deaths, error: words.serverStopped(deaths) };
}
