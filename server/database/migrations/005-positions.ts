// Where each member stopped in each video, so that one device goes on where another left off.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("position")
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("video_id", "text", (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("seconds", "double precision", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("position_pk", ["member_id", "video_id"])
    .execute();
}
