// Members' private podcast feeds: one address for each member, and the devices that fetched audio by it.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("feed")
    .addColumn("member_id", "text", (column) =>
      column.primaryKey().notNull().references("member.id").onDelete("cascade"),
    )
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("token_sealed", "text", (column) => column.notNull())
    .addColumn("made_at", "timestamptz", (column) => column.notNull())
    .addColumn("ended_at", "timestamptz")
    .execute();

  await db.schema
    .createTable("feed_device")
    .addColumn("member_id", "text", (column) => column.notNull().references("feed.member_id").onDelete("cascade"))
    .addColumn("device", "text", (column) => column.notNull())
    .addColumn("app", "text", (column) => column.notNull())
    .addColumn("seen_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("feed_device_pk", ["member_id", "device"])
    .execute();
}
