// Only one at a time, within this process: shared by callers, one after another, in groups, or repeated without overlapping.
// What only one of several servers may do is listed in docs/decisions/014-several-servers.md.

/** Calls with the same key share one run and its outcome, from its beginning to its end. */
export function shareRuns<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => running.getOrInsertComputed(key, () => work().finally(() => running.delete(key)));
}

/** Each call begins when all earlier ones have ended, whether they worked or failed. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}

interface Grouped {
  /** The most in one group. */
  most: number;
  /** The time from the beginning of one group to that of the next, for what can wait. */
  restMs: number;
  /** The whole group fails with this error. Otherwise each is tried alone, so that none fails because of another. */
  isForAll: (error: unknown) => boolean;
}

/** What comes while a group is done, or shortly after one began, is done together. */
export function inGroups<T>(
  work: (group: readonly T[]) => Promise<void>,
  { most, restMs, isForAll }: Grouped,
): (one: T, when: "now" | "soon") => Promise<void> {
  const waiting: { one: T; when: "now" | "soon"; done: PromiseWithResolvers<void> }[] = [];
  let isRunning = false;
  let restsUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  const run = async (group: typeof waiting): Promise<void> => {
    try {
      await work(group.map(({ one }) => one));
      for (const { done } of group) done.resolve();
    } catch (error) {
      if (group.length > 1 && !isForAll(error)) for (const one of group) await run([one]);
      else for (const { done } of group) done.reject(error);
    }
  };
  const start = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    isRunning = true;
    restsUntil = performance.now() + restMs;
    await run(waiting.splice(0, most));
    isRunning = false;
    look();
  };
  const look = (): void => {
    if (isRunning || waiting.length === 0) return;
    const waitMs = restsUntil - performance.now();
    const isDue = waitMs <= 0 || waiting.length >= most || waiting.some(({ when }) => when === "now");
    if (isDue) void start();
    else timer ??= setTimeout(() => void start(), waitMs);
  };
  return (one, when) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ one, when, done });
    look();
    return done.promise;
  };
}

interface Repeated {
  everyMs: number;
  onError: (error: unknown) => void;
}

interface Repeating extends AsyncDisposable {
  /** Runs at once, and not only when it is due; a run that has begun already is joined. */
  now(): Promise<void>;
  /** Waits for a run that has begun; none begins after this. */
  stop(): Promise<void>;
}

/**
 * Runs regularly; when a run takes longer than `everyMs`, the next is left out. What is repeated as often, or twice as often, runs
 * at the same moments, so that a process at rest wakes once for all of it.
 */
export function repeat(work: () => Promise<unknown>, { everyMs, onError }: Repeated): Repeating {
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  };
  const now = async (): Promise<void> => {
    if (isStopped) return;
    running ??= run().finally(() => (running = undefined));
    await running;
  };
  const again = (): void => {
    timer = setTimeout(again, untilTick(everyMs));
    void now();
  };
  let timer = setTimeout(again, untilTick(everyMs));
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
  return { now, stop, [Symbol.asyncDispose]: stop };
}

/** How long it is until this process has run for a multiple of `everyMs`; a timer that fires a little early waits for the next. */
export function untilTick(everyMs: number): number {
  const left = everyMs - (performance.now() % everyMs);
  return left < everyMs / 100 ? left + everyMs : left;
}
