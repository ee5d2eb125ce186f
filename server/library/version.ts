// The library's version: one row that every change increments first, in its own transaction. So changes happen one after
// the other on both databases, and every server can tell whether its list is current.
import { sql } from "kysely";
import type { Database, Trx } from "#server/database/open.ts";

declare const holdsLibrary: unique symbol;
/** What takes this cannot be called unless the transaction has locked the library. */
export type LockedTrx = Trx & { readonly [holdsLibrary]: true };

/** A transaction that changes recordings. Other changes wait for its end, so keep it short. */
export function changeLibrary<T>(db: Database, change: (trx: LockedTrx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => change(await lockLibrary(trx)));
}

/** For a transaction that has begun: call it first. */
export async function lockLibrary(trx: Trx): Promise<LockedTrx> {
  const { version } = await trx
    .updateTable("library")
    .set({ version: sql<number>`version + 1` })
    .returning("version")
    .executeTakeFirstOrThrow();
  noteVersion(trx, version);
  return trx as LockedTrx;
}

/** The same for a change that no list shows: others wait, and lists that were made stay as they are. */
export function changeUnlisted<T>(db: Database, change: (trx: LockedTrx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable("library")
      .set({ version: sql<number>`version` })
      .execute();
    return change(trx as LockedTrx);
  });
}

/** The library has this version, or will have it soon. */
export function noteVersion(db: Database, version: number): void {
  if (isBehind(db, version)) return;
  expected.set(adapterOf(db), { version, until: performance.now() + longestTransactionMs });
}

export async function readVersion(db: Database): Promise<number> {
  const { version } = await db.selectFrom("library").select("version").executeTakeFirstOrThrow();
  return version;
}

/**
 * True if this process has made, is making, or has been told of a change newer than `version`: then caches must be
 * refreshed. It stays true for a while after a change that was rolled back.
 */
export function isBehind(db: Database, version: number): boolean {
  const change = expected.get(adapterOf(db));
  return change !== undefined && version < change.version && performance.now() < change.until;
}

// PostgreSQL ends a transaction that idles for 30 seconds.
const longestTransactionMs = 40_000;

/** Keyed by database: a transaction shares its adapter with the database it belongs to. */
const expected = new WeakMap<object, { version: number; until: number }>();

function adapterOf(db: Database): object {
  return db.getExecutor().adapter;
}
