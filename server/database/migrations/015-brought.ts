// What a recording brought along when it was added: where its title and date came from, its chapters, and what could not
// be read. Until an editor has looked at it, it is in the inbox.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("brought")
    .addColumn("video_id", ordered, (column) =>
      column.primaryKey().notNull().references("video.id").onDelete("cascade"),
    )
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("given", "jsonb", (column) => column.notNull())
    .addColumn("why", "jsonb", (column) => column.notNull())
    .addColumn("chapters", "jsonb", (column) => column.notNull())
    .addColumn("details", "jsonb", (column) => column.notNull())
    .addColumn("notes", "jsonb", (column) => column.notNull())
    .addColumn("is_guess", "boolean", (column) => column.notNull())
    .addColumn("added_at", "timestamptz", (column) => column.notNull())
    .addColumn("looked_at", "timestamptz")
    .execute();
  await db.schema.createIndex("brought_inbox").on("brought").columns(["looked_at", "added_at", "video_id"]).execute();
  // the checksums of imported files where they are, so that they need not be read again
  await db.schema
    .createTable("seen_file")
    .addColumn("place", ordered, (column) => column.primaryKey().notNull())
    .addColumn("print", "text", (column) => column.notNull())
    .addColumn("sha256", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("recording_bytes").on("recording").columns(["bytes"]).execute();
}
