// Whose facts have just been changed in this process: about them current.ts asks the database and not its memory.
// Whatever changes a member, an identity, an entitlement or a session calls forget() beside the change.
import type { Database } from "#server/database/open.ts";

/** The change may stand in a transaction that has yet to end; PostgreSQL ends one that idles for 30 seconds. */
const unsettledMs = 40_000;

/** `id` is a member's or an identity's. Inside a transaction or not. */
export function forget(db: Database, id: string): void {
  const changed = changedIn(db);
  const now = performance.now();
  changed.delete(id);
  changed.set(id, now + unsettledMs);
  for (const [oldest, until] of changed) {
    if (until > now) break;
    changed.delete(oldest);
  }
}

export function isUnsettled(db: Database, ids: readonly string[]): boolean {
  const changed = changedIn(db);
  if (changed.size === 0) return false;
  const now = performance.now();
  return ids.some((id) => (changed.get(id) ?? 0) > now);
}

/** By database: a transaction shares its adapter with the database it belongs to. */
const changes = new WeakMap<object, Map<string, number>>();

function changedIn(db: Database): Map<string, number> {
  return changes.getOrInsertComputed(db.getExecutor().adapter, () => new Map());
}
