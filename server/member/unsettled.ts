// Remembers which members have just been changed, so that current.ts reads them from the database and not from its cache.
// Code that changes a member, an identity, an entitlement or a session calls forget(); other processes report their
// changes once they are committed.
import type { Database, Trx } from "#server/database/open.ts";

/** The change may be in a transaction that is still open; PostgreSQL ends one that is idle for 30 seconds. */
const unsettledMs = 40_000;

interface Change {
  /** The time until which nothing is cached. */
  until: number;
  /** Values read before this time are out of date. */
  heardAt: number;
}

/** `id` is a member's or an identity's. Inside a transaction or not. */
export function forget(db: Database, id: string): void {
  const now = performance.now();
  note(db, id, { until: now + unsettledMs, heardAt: now });
}

/** Another process has changed it, and the change is committed. */
export function forgetOlder(db: Database, id: string): void {
  const { until = 0 } = changesIn(db).byId.get(id) ?? {};
  note(db, id, { until, heardAt: performance.now() });
}

/** Other processes may have changed any member without us being told. */
export function forgetAllOlder(db: Database): void {
  changesIn(db).allHeardAt = performance.now();
}

/** Whether what was read of these at `readAt` (of performance.now) may be old. */
export function isUnsettled(db: Database, ids: readonly string[], readAt: number): boolean {
  const { byId, allHeardAt } = changesIn(db);
  if (allHeardAt >= readAt) return true;
  if (byId.size === 0) return false;
  const now = performance.now();
  return ids.some((id) => {
    const change = byId.get(id);
    return change !== undefined && (change.until > now || change.heardAt >= readAt);
  });
}

function note(db: Database, id: string, change: Change): void {
  const { byId } = changesIn(db);
  byId.delete(id);
  byId.set(id, change);
  for (const [oldest, { heardAt }] of byId) {
    if (heardAt + unsettledMs > change.heardAt) break;
    byId.delete(oldest);
  }
}

/** Keyed by database: a transaction shares its adapter with the database it belongs to. */
const changes = new WeakMap<object, { byId: Map<string, Change>; allHeardAt: number }>();

function changesIn(db: Database) {
  return changes.getOrInsertComputed(db.getExecutor().adapter, () => ({ byId: new Map(), allHeardAt: -Infinity }));
}

// Removes every member, with their logins and sessions: when the demo ends, its people are nobody's.

/** Call it in a transaction, and forgetAllOlder once more after it. */
export async function forgetEveryone(trx: Trx): Promise<void> {
  await trx.deleteFrom("sign_in_state").execute();
  await trx.deleteFrom("guest").execute();
  await trx.deleteFrom("invitation").execute();
  await trx.deleteFrom("member").execute();
  await trx.deleteFrom("webhook_seen").execute();
  forgetAllOlder(trx);
}
