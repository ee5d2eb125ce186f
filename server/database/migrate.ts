// Brings a database to the newest shape, all or nothing, one process at a time.
// A database that is already newer than this program is refused untouched.
import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { Refusal } from "#server/refusal.ts";
import { migrations } from "./migration-list.ts";
import { isPostgres, type Database } from "./open.ts";
import { words } from "./words.ts";

/** The names of the migrations applied, in order; empty when there was nothing to do. */
export async function migrate(db: Database): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await refuseNewer(connection);
    // Waiting for another server's migration, or building an index, may take longer than a request ever should.
    if (isPostgres(connection)) await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await migrateToLatest(connection);
    } finally {
      if (isPostgres(connection)) await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function migrateToLatest(connection: Database): Promise<string[]> {
  const provider = { getMigrations: async () => migrations as Record<string, Migration> };
  const { error, results = [] } = await new Migrator({ db: connection, provider }).migrateToLatest();
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === "Error")?.migrationName;
    throw new Refusal("cannot-start", words.notMigrated(failed), { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
}

async function refuseNewer(connection: Database): Promise<void> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(connection);
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown) throw new Refusal("cannot-start", words.newer(unknown.name));
}
