// Whether the channel is live, so that each stream is told once; who wants to be told; and where a notice leads to.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("live_stream")
    .addColumn("broadcaster_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("stream_id", "text", (column) => column.notNull())
    .addColumn("started_at", "timestamptz", (column) => column.notNull())
    .addColumn("ended_at", "timestamptz")
    .addColumn("notice_key", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("notice").addColumn("link", "text").execute();
  for (const name of ["live_mail", "live_push"])
    await db.schema
      .alterTable("notice_choice")
      .addColumn(name, "boolean", (column) => column.notNull().defaultTo(false))
      .execute();
}
