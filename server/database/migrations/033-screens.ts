// Addresses by which a television plays one recording for one login. They end with the login.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("screen")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("session_id", "text", (column) => column.notNull().references("session.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("video_id", "text", (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .addColumn("until", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("screen_by_session").on("screen").column("session_id").execute();
  await db.schema.createIndex("screen_by_member").on("screen").columns(["member_id", "made_at"]).execute();
  await db.schema.createIndex("screen_by_video").on("screen").column("video_id").execute();
}
