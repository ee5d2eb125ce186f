// Members' own lists: favourites, "Listen later", playlists, and the queue. They are deleted with the member.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import { countingId } from "#server/database/counting-id.ts";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("playlist")
    .addColumn("id", ordered, (column) => column.primaryKey().notNull())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("ready", "text")
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("share_key", "text", (column) => column.unique())
    .addColumn("at_place", "double precision")
    .addColumn("at_seconds", "double precision")
    .addColumn("made_from", "text")
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("deleted_at", "timestamptz")
    // several lists have null there: those count as different
    .addUniqueConstraint("playlist_ready", ["member_id", "ready"])
    .execute();
  await db.schema.createIndex("playlist_member").on("playlist").columns(["member_id", "created_at"]).execute();

  await db.schema
    .createTable("playlist_entry")
    .addColumn("playlist_id", ordered, (column) => column.notNull().references("playlist.id").onDelete("cascade"))
    .addColumn("video_id", ordered, (column) => column.notNull().references("video.id").onDelete("cascade"))
    // no reference: when a change of a set list is undone, its performances are back, and so are these entries
    .addColumn("performance_id", ordered, (column) => column.notNull())
    .addColumn("place", "double precision", (column) => column.notNull())
    .addPrimaryKeyConstraint("playlist_entry_pk", ["playlist_id", "video_id", "performance_id"])
    .execute();
  await db.schema.createIndex("playlist_entry_place").on("playlist_entry").columns(["playlist_id", "place"]).execute();
  await db.schema.createIndex("playlist_entry_video").on("playlist_entry").column("video_id").execute();

  await db.schema
    .createTable("playlist_change")
    .$call(countingId(db))
    .addColumn("playlist_id", ordered, (column) => column.notNull().references("playlist.id").onDelete("cascade"))
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("before", "jsonb", (column) => column.notNull())
    .addColumn("after", "jsonb", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("playlist_change_list").on("playlist_change").column("playlist_id").execute();
}
