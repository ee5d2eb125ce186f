// What was taken in for each video, and the files that were made of it. The bytes themselves are never in here.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("recording")
    .addColumn("video_id", "text", (column) => column.primaryKey().notNull().references("video.id").onDelete("cascade"))
    .addColumn("sha256", "text", (column) => column.notNull().unique())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("facts", "jsonb", (column) => column.notNull())
    .addColumn("loudness", "jsonb")
    .addColumn("problem", "text")
    .addColumn("taken_in_at", "timestamptz", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("asset")
    .addColumn("video_id", "text", (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sha256", "text", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("facts", "jsonb", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("asset_key", ["video_id", "kind"])
    .execute();
}
