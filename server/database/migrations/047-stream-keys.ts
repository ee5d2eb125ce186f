// Live: the keys that encoders send with, what they sent, and whether something listens for them.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const id = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("stream_key")
    .addColumn("id", id, (column) => column.primaryKey().notNull())
    .addColumn("hash", id, (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("level", "text")
    .addColumn("hidden", "boolean", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("broadcast")
    .addColumn("id", id, (column) => column.primaryKey().notNull())
    .addColumn("key_id", id)
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("level", "text")
    .addColumn("hidden", "boolean", (column) => column.notNull())
    .addColumn("started_at", "timestamptz", (column) => column.notNull())
    .addColumn("seen_at", "timestamptz", (column) => column.notNull())
    .addColumn("arriving", "text", (column) => column.notNull())
    .addColumn("wants_end", "boolean", (column) => column.notNull())
    .addColumn("ended_at", "timestamptz")
    .addColumn("video_id", id)
    .execute();
  await db.schema.createIndex("broadcast_by_end").on("broadcast").columns(["ended_at", "started_at"]).execute();

  await db.schema
    .createTable("live_receiver")
    .addColumn("port", id, (column) => column.primaryKey().notNull())
    .addColumn("seen_at", "timestamptz", (column) => column.notNull())
    .addColumn("trouble", "text")
    .execute();
}
