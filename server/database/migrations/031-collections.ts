// Collections: the owner's own shelves. Their pictures are in the database, so that every server and every backup has them.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("collection")
    .addColumn("id", ordered, (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("level", "text")
    .addColumn("picture", "text")
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("deleted_at", "timestamptz")
    .execute();

  await db.schema
    .createTable("collection_entry")
    .addColumn("collection_id", ordered, (column) => column.notNull().references("collection.id").onDelete("cascade"))
    .addColumn("video_id", ordered, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("place", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("collection_entry_pk", ["collection_id", "video_id"])
    .execute();
  await db.schema.createIndex("collection_entry_video").on("collection_entry").column("video_id").execute();

  await db.schema
    .createTable("collection_picture")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .execute();
}
