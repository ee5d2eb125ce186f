// Settings that the owner makes in the browser, the one-time set-up that makes the first of them, and what the
// check-up last found. PostgreSQL tells the other servers of a changed setting, so that it counts there at once.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("changed_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("setup")
    .addColumn("id", "integer", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("key_hash", "text")
    .addColumn("key_until", "timestamptz")
    .addColumn("session_hash", "text")
    .addColumn("session_until", "timestamptz")
    .addColumn("answers", "text")
    .addColumn("finished_at", "timestamptz")
    .execute();
  await sql`insert into setup (id) values (1)`.execute(db);

  await db.schema
    .createTable("check_up")
    .addColumn("id", "integer", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("ran_at", "timestamptz")
    .addColumn("lines", "jsonb")
    .addColumn("backup_at", "timestamptz")
    .addColumn("backup_place", "text")
    .addColumn("backup_faults", "integer")
    .addColumn("key_checksum", "text")
    .addColumn("key_copied_at", "timestamptz")
    .execute();
  await sql`insert into check_up (id) values (1)`.execute(db);

  if (!isPostgres(db)) return;
  await sql`create function notice_settings() returns trigger language plpgsql as $$
    begin perform pg_notify('stagedoor', 'settings'); return null; end $$`.execute(db);
  await sql`create trigger notice after insert or update or delete on setting for each statement
    execute function notice_settings()`.execute(db);
}
