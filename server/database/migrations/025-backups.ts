// Backups that leave the machine: each run with its outcome, and the encrypted pieces that are in the bucket.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("backup_run")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("began_at", "timestamptz", (column) => column.notNull())
    .addColumn("ended_at", "timestamptz")
    .addColumn("place", "text")
    .addColumn("sentence", "text")
    .addColumn("files", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("sent_bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("checked_bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("backup_run_by_time").on("backup_run").column("began_at").execute();

  await db.schema
    .createTable("backup_piece")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("plain_sha256", "text", (column) => column.notNull())
    .addColumn("sealed_sha256", "text", (column) => column.notNull())
    .addColumn("sealed_bytes", "integer", (column) => column.notNull())
    .addColumn("is_whole", "boolean", (column) => column.notNull())
    .addColumn("sent_at", "timestamptz", (column) => column.notNull())
    .addColumn("checked_at", "timestamptz")
    .execute();
}
