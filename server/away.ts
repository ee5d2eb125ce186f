// What is away for a moment and nobody's fault. Recognises such errors: a database or store that is locked, restarting or
// unreachable, where clients try again; and something that another request deleted meanwhile. And watches whether the storage
// or the database can be used right now.
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "./refusal.ts";

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (awayCodes.has(String(code)) || errcode === sqliteBusy || error.name === "TimeoutError") return true;
  return pgWords.test(error.message) || isAway(error.cause);
}

/** Whether the storage or the database does not answer, and not another server that was asked for something. */
export function isOutage(error: unknown): boolean {
  return error instanceof Refusal ? error.code === "busy" : isAway(error);
}

/** PostgreSQL's: shut down, starting, too many connections, connection lost, lock not had in time; and the network's. */
const awayCodes = new Set([
  ...["57P01", "57P02", "57P03", "53300", "55P03", "55000", "08000", "08001", "08003", "08006"],
  ...[
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "EHOSTDOWN",
    "ENETUNREACH",
    "ENOTFOUND",
    "EAI_AGAIN",
  ],
  // a file system of another machine
  ...["ESTALE", "ENOTCONN"],
]);
const sqliteBusy = 5;
/** Its client's own errors have no code. */
const pgWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A row was to be stored that belongs to a deleted one, such as the playlist of a member whose account was just deleted. */
export function isDeletedMeanwhile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === "23503" || errcode === sqliteForeignKey;
}

const sqliteForeignKey = 787;

interface Outage {
  since: Date;
  cause: unknown;
}

export interface Availability extends Disposable {
  /** As last seen; null while it can be used. */
  readonly outage: Outage | null;
  /** The same once it has lasted so long that people are told. */
  readonly lastingOutage: Outage | null;
  lastsAfterMs: number;
  /** Looks, unless somebody did so within the last seconds. */
  check(): Promise<Outage | null>;
  /** After a failure: looks at once. */
  suspect(): void;
  /** "over" comes for each that has begun. */
  onChange: (event: "begins" | "lasts" | "over", outage: Outage) => void;
}

const freshMs = 10_000;
const againMs = 3000;
/** The longest wait for an answer to "does it answer?". */
const patienceMs = 4000;

/** `look` throws when it cannot be used. */
export function watchAvailability(look: () => Promise<unknown>): Availability {
  let outage: Outage | null = null;
  let looking: Promise<Outage | null> | undefined;
  let lookedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let isLasting = false;
  let isClosed = false;

  const lookNow = (): Promise<Outage | null> => (looking ??= lookOnce().finally(() => (looking = undefined)));
  async function lookOnce(): Promise<Outage | null> {
    const late = new AbortController();
    const limit = sleep(patienceMs, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new Error(`no answer within ${patienceMs / 1000} seconds`);
    });
    limit.catch(() => {});
    const cause = await Promise.race([look(), limit]).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    late.abort();
    lookedAt = performance.now();
    note(cause);
    return outage;
  }
  function note(failure: { error: unknown } | null): void {
    if (isClosed) return;
    const before = outage;
    if (!failure) {
      outage = null;
      isLasting = false;
      if (before) availability.onChange("over", before);
      return;
    }
    outage ??= { since: new Date(), cause: failure.error };
    clearTimeout(timer);
    timer = setTimeout(() => void lookNow(), againMs);
    timer.unref();
    if (!before) availability.onChange("begins", outage);
    if (isLasting || Date.now() - outage.since.getTime() < availability.lastsAfterMs) return;
    isLasting = true;
    availability.onChange("lasts", outage);
  }

  const availability: Availability = {
    get outage() {
      return outage;
    },
    get lastingOutage() {
      return isLasting ? outage : null;
    },
    lastsAfterMs: 60_000,
    check: async () => (performance.now() - lookedAt < freshMs ? outage : lookNow()),
    suspect: () => void lookNow(),
    onChange: () => {},
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
  return availability;
}
