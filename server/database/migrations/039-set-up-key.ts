// The key of the set-up link, sealed, so that the same link can be printed again until it is used.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema.alterTable("setup").addColumn("key_sealed", "text").execute();
}
