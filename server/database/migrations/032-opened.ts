// A notice that early access has ended for some members: those who had this level could watch it before, and are not told.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema.alterTable("notice").addColumn("was_level", "text").execute();
}
