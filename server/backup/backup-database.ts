// A consistent copy of the database while the server runs: always an SQLite file, checked and written to the disk.
import { chmod, open } from "node:fs/promises";
import { sql } from "kysely";
import { isPostgres, openDatabase, type Database, type Trx } from "#server/database/open.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { copyRows, migrateAs, readMigrations } from "./backup-rows.ts";

/** Returns the migrations it has had. `file` must not exist. */
export async function copyDatabase(db: Database, file: string): Promise<string[]> {
  const migrations = isPostgres(db) ? await copyFromPostgres(db, file) : await copyFromSqlite(db, file);
  await chmod(file, 0o600);
  await checkCopy(file);
  return migrations;
}

/** Opens it as the archive would, and compares every index with its table. Afterwards it is one file, on the disk. */
export async function checkCopy(file: string): Promise<void> {
  {
    await using copy = await openDatabase({ file });
    await checkIntegrity(copy, "full");
  }
  await using handle = await open(file, "r+");
  await handle.sync();
}

async function copyFromSqlite(db: Database, file: string): Promise<string[]> {
  await sql`vacuum into ${file}`.execute(db);
  await using copy = await openDatabase({ file });
  return await readMigrations(copy);
}

async function copyFromPostgres(db: Database, file: string): Promise<string[]> {
  await using copy = await openDatabase({ file });
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (from) => {
      await allowMinutes(from);
      const migrations = await readMigrations(from);
      await migrateAs(migrations, copy);
      await copy.transaction().execute((to) => copyRows(from, to));
      return migrations;
    });
}

/** The rows of a copy become those of a PostgreSQL of the same shape, in one transaction. */
export async function loadIntoPostgres(file: string, db: Database): Promise<void> {
  await using copy = await openDatabase({ file });
  await db.transaction().execute(async (to) => {
    await allowMinutes(to);
    await copyRows(copy, to);
  });
}

export async function allowMinutes(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}
