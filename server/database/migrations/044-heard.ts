// What is heard: counts by recording, day and kind, and where in it, without who; and each member's own history.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const id = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("heard")
    .addColumn("video_id", id, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("day", id, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("plays", "integer", (column) => column.notNull())
    .addColumn("seconds", "double precision", (column) => column.notNull())
    .addColumn("members", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("heard_pk", ["video_id", "day", "kind"])
    .execute();
  await db.schema.createIndex("heard_by_day").on("heard").columns(["day", "video_id"]).execute();

  await db.schema
    .createTable("heard_part")
    .addColumn("video_id", id, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("seconds", "double precision", (column) => column.notNull())
    .addPrimaryKeyConstraint("heard_part_pk", ["video_id", "part"])
    .execute();

  await db.schema
    .createTable("heard_report")
    .addColumn("key", id, (column) => column.primaryKey().notNull())
    .addColumn("seconds", "double precision", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("heard_report_by_time").on("heard_report").column("at").execute();

  await db.schema
    .createTable("listened")
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("day", id, (column) => column.notNull())
    .addColumn("video_id", id, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("seconds", "double precision", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("listened_pk", ["member_id", "day", "video_id"])
    .execute();
  await db.schema.createIndex("listened_by_video").on("listened").column("video_id").execute();

  await db.schema
    .createTable("history_off")
    .addColumn("member_id", "text", (column) =>
      column.primaryKey().notNull().references("member.id").onDelete("cascade"),
    )
    .execute();

  await db.schema.alterTable("position").addColumn("heard_day", id).execute();
  await db.schema.createIndex("position_heard_of").on("position").columns(["video_id", "heard_day"]).execute();
  await db.schema.createIndex("position_heard_by").on("position").columns(["heard_day", "member_id"]).execute();
}
