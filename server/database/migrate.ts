// Opens the archive's database and brings it to the newest shape, all or nothing, one process at a time.
// A database that is already newer than this program is refused untouched.
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { Refusal } from "#server/refusal.ts";
import { migrations } from "./migration-list.ts";
import { type Database, isPostgres, openDatabase } from "./open.ts";
import { words } from "./words.ts";
import path from "node:path";
import type { Config } from "#server/config.ts";
import { checkIntegrity } from "./sqlite.ts";

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

export async function openArchiveDatabase(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  onError: (error: Error) => void,
): Promise<Database> {
  const place = databaseUrl ? { url: databaseUrl } : { file: path.join(dataDir, "stagedoor.db") };
  const db = await openDatabase(place, { onError });
  try {
    await checkIntegrity(db);
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
