// Songs, and in which recording each was performed. A set list belongs to its recording and has a revision of its own.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .alterTable("video")
    .addColumn("set_list_revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable("song")
    .addColumn("id", ordered, (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("title_folded", ordered, (column) => column.notNull())
    .addColumn("is_cover", "boolean", (column) => column.notNull())
    .addColumn("artist", "text")
    .addColumn("artist_folded", ordered, (column) => column.notNull())
    .addColumn("other_names", "jsonb", (column) => column.notNull().defaultTo("[]"))
    .addColumn("notes", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("lyrics_url", "text")
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("changed_at", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("song_title").on("song").columns(["title_folded", "artist_folded", "id"]).execute();

  await db.schema
    .createTable("performance")
    .addColumn("id", ordered, (column) => column.primaryKey().notNull())
    .addColumn("video_id", ordered, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("part", "text")
    .addColumn("start_seconds", "double precision")
    .addColumn("end_seconds", "double precision")
    .addColumn("until_seconds", "double precision")
    .addColumn("talk", "text")
    .addColumn("guest", "text")
    .addColumn("note", "text")
    .addColumn("segue", "boolean", (column) => column.notNull())
    .addColumn("debut", "boolean", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("performance_video").on("performance").columns(["video_id", "position"]).execute();

  await db.schema
    .createTable("performance_song")
    .addColumn("performance_id", ordered, (column) => column.notNull().references("performance.id").onDelete("cascade"))
    .addColumn("song_id", ordered, (column) => column.notNull().references("song.id"))
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("video_id", ordered, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("played_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("performance_song_pk", ["performance_id", "song_id"])
    .execute();
  // the newest performances of a song, and what was played before and after it
  await db.schema
    .createIndex("performance_song_played")
    .on("performance_song")
    .columns(["song_id", "played_at", "video_id", "position"])
    .execute();
  await db.schema
    .createIndex("performance_song_video")
    .on("performance_song")
    .columns(["video_id", "position", "song_id"])
    .execute();
}
