// Levels: which one a recording needs, from when on a lower one suffices, and which one a guest has. Null is the standard.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  for (const [name, type] of [
    ["level", "text"],
    ["opens_at", "timestamptz"],
    ["opens_level", "text"],
  ] as const)
    await db.schema.alterTable("video").addColumn(name, type).execute();
  // looked at every second, and nearly always empty
  await sql`create index video_opens on video (opens_at) where opens_at is not null`.execute(db);
  await db.schema.alterTable("guest").addColumn("level", "text").execute();
  await db.schema.alterTable("invitation").addColumn("level", "text").execute();
}
