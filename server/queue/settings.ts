// What a runner is told: the handlers, and how patient to be. Every number has a default made for a real archive.

/** Does one kind of job. Returning means it is done; to say that it stopped, or failed, throw. */
export type JobHandler = (payload: never, job: JobContext) => Promise<void>;

/** Thrown by a handler when another attempt would end the same: the job goes to quarantine at once. */
export class Hopeless extends Error {}

/** Thrown by a handler when the work cannot be done for now and it is not its fault: it waits, and no attempt is counted. */
export class Postponed extends Error {
  readonly delayMs: number;

  constructor(words: string, delayMs: number) {
    super(words);
    this.delayMs = delayMs;
  }
}

export interface JobContext {
  /** Aborted when the job is cancelled, taken over by another server, or this one stops: then throw. */
  signal: AbortSignal;
  /** Tells progress from 0 to 1, and perhaps words for a person. */
  progress(fraction: number, words?: string): void;
  /** When this one fails too, the job is not tried again by itself. */
  isLastAttempt: boolean;
}

/** A log like pino's. */
interface QueueLog {
  info(details: object, words: string): void;
  warn(details: object, words: string): void;
  error(details: object, words: string): void;
}

export interface RunnerOptions {
  log: QueueLog;
  /** How many jobs at a time. A function is asked before each job is taken; what runs already goes on. */
  concurrency?: number | (() => number);
  leaseMs?: number;
  pollMs?: number;
  /** How long to wait after the n-th failed attempt. */
  backoffMs?: (attempt: number) => number;
  maxAttempts?: number;
  /** How long to wait after the n-th time that a server died while it did the job. */
  waitAfterCrashMs?: (crash: number) => number;
  /** How often a server may end while it does a job, until the job is given up. */
  maxCrashes?: number;
  /** Work during which a server died waits until this runner has run for so long: in a crash loop it is not begun each time. */
  calmMs?: number;
  progressMs?: number;
  /** How long close() lets work go on, and then again how long it waits for the work to heed the signal. */
  graceMs?: number;
  clock?: () => Date;
  /** Jobs of the kinds `held` wait while any of the kinds `after` is due or running, in whatever process. */
  order?: { held: readonly string[]; after: readonly string[] };
  /** Shared by runners of one process: at rest they ask the database once for all of them. */
  isAnyDue?: (now: Date) => Promise<boolean>;
}

export interface RunnerSettings extends Required<Omit<RunnerOptions, "isAnyDue">> {
  handlers: Readonly<Record<string, JobHandler>>;
}

export const defaultSettings = {
  concurrency: 2,
  leaseMs: 30_000,
  pollMs: 1000,
  backoffMs: (attempt: number) => 10_000 * 6 ** (attempt - 1),
  maxAttempts: 3,
  // once is a restart or a power cut
  waitAfterCrashMs: (crash: number) => (crash < 2 ? 0 : Math.min(600_000, 10_000 * 2 ** (crash - 2))),
  maxCrashes: 10,
  calmMs: 0,
  progressMs: 500,
  graceMs: 5000,
  clock: () => new Date(),
  order: { held: [], after: [] },
};
