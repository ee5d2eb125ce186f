// The one way to a database: a file for the embedded SQLite, or an address of PostgreSQL.
// Everything above speaks Kysely and need not know which; close it with db.destroy() or `await using`.
import { PostgresAdapter, sql, type Kysely, type Transaction } from "kysely";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** A transaction is a Database too: what takes a Database may be called inside one. */
export type Database = Kysely<Tables>;
/** What takes this cannot be called outside of a transaction. */
export type Trx = Transaction<Tables>;

export async function openDatabase(
  place: { file: string } | { url: string },
  { onError = ignoreIdleError }: { onError?: (error: Error) => void } = {},
): Promise<Database> {
  if ("url" in place) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(place.url, onError);
  }
  const db = openSqlite(place.file);
  // Kysely closes only what it has used.
  await sql`select 1`.execute(db);
  return db;
}

export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

// The pool has already dropped that connection; the next query gets a new one or its own error.
function ignoreIdleError(): void {}
