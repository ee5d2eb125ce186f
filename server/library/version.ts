// The library's version: one row that every change counts up, inside its own transaction and before anything else.
// Hence two things: changes come one after the other on both databases, and everyone can tell whether a list is old.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

/** Call it first in a transaction that changes videos; nobody else changes any until that ends, so let it end soon. */
export async function lockLibrary(trx: Database): Promise<void> {
  const { version } = await trx
    .updateTable("library")
    .set({ version: sql<number>`version + 1` })
    .returning("version")
    .executeTakeFirstOrThrow();
  noteVersion(trx, version);
}

/** There is, or soon will be, a library of this version. */
export function noteVersion(db: Database, version: number): void {
  if (isBehind(db, version)) return;
  expected.set(adapterOf(db), { version, until: performance.now() + longestTransactionMs });
}

export async function readVersion(db: Database): Promise<number> {
  const { version } = await db.selectFrom("library").select("version").executeTakeFirstOrThrow();
  return version;
}

/**
 * True while this process has made, is just making, or has heard of a change that is newer than `version`: then look
 * before you answer from memory. It stays true for a while after a change that was rolled back.
 */
export function isBehind(db: Database, version: number): boolean {
  const change = expected.get(adapterOf(db));
  return change !== undefined && version < change.version && performance.now() < change.until;
}

// PostgreSQL ends a transaction that idles for 30 seconds.
const longestTransactionMs = 40_000;

/** By database: a transaction shares its adapter with the database it belongs to. */
const expected = new WeakMap<object, { version: number; until: number }>();

function adapterOf(db: Database): object {
  return db.getExecutor().adapter;
}
