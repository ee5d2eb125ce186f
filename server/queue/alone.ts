// Work that must not be done twice at a time, even where a lease has run out under somebody who still works.
// On PostgreSQL an advisory lock is held around it; with SQLite there is one server.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import type { JobHandler } from "./settings.ts";

type Handlers = Readonly<Record<string, JobHandler>>;

/** The same handlers; those of these kinds end at once when the work goes on elsewhere. */
export function alone(db: Database, handlers: Handlers, kinds: readonly string[]): Handlers {
  if (!isPostgres(db)) return handlers;
  const wrap = ([kind, handle]: [string, JobHandler]): [string, JobHandler] =>
    kinds.includes(kind) ? [kind, (payload, job) => holdAlone(db, kind, () => handle(payload, job))] : [kind, handle];
  return Object.fromEntries(Object.entries(handlers).map(wrap));
}

/** Locks of one database that are ours begin with this number. */
const ours = 7836;

async function holdAlone(db: Database, kind: string, act: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      held: boolean;
    }>`select pg_try_advisory_lock(${ours}::int, hashtext(${kind})) as held`.execute(connection);
    if (!rows[0]?.held) return;
    try {
      await act();
    } finally {
      // a connection that is lost has given its locks back
      await sql`select pg_advisory_unlock(${ours}::int, hashtext(${kind}))`.execute(connection).catch(() => undefined);
    }
  });
}
