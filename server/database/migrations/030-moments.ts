// Moments that members share by a link, for some days and some plays.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("moment")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("video_id", "text", (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("from_ms", "integer", (column) => column.notNull())
    .addColumn("to_ms", "integer", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .addColumn("until", "timestamptz", (column) => column.notNull())
    .addColumn("plays", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("ended_at", "timestamptz")
    .execute();
  await db.schema.createIndex("moment_by_member").on("moment").columns(["member_id", "until"]).execute();
  await db.schema.createIndex("moment_by_video").on("moment").column("video_id").execute();
  await db.schema.createIndex("moment_until").on("moment").columns(["until", "id"]).execute();
}
