// What has happened in this process, as plain numbers for the metrics.
// Nothing here names a member or a recording.
import type { Database } from "./database/open.ts";

interface Counts {
  /** Entries of the audit table by kind: sign-ins, refusals, changes of permission. */
  audited: Tally;
  /** Answers of providers about a membership, by "<provider> <result>". */
  entitlementChecks: Tally;
  /** Jobs that ended here, by "<kind> <how>". */
  jobs: Tally;
  /** The whole list: how often it was at hand, and how often it had to be looked up or made. */
  lists: { ready: number; asked: number };
  playbackBytes: number;
}

export type Tally = Map<string, number>;

export function count(tally: Tally, key: string): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

/** Counts are kept by database, so that two archives in one process do not mix; a transaction counts for its database. */
export function countsOf(db: Database): Counts {
  return all.getOrInsertComputed(db.getExecutor().adapter, () => ({
    audited: new Map(),
    entitlementChecks: new Map(),
    jobs: new Map(),
    lists: { ready: 0, asked: 0 },
    playbackBytes: 0,
  }));
}

const all = new WeakMap<object, Counts>();
