// Which session of a member plays a recording now, so that another device can offer to continue it there.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  // no reference: the id of a session that has ended says nothing, and is overwritten by the next position
  await db.schema.alterTable("position").addColumn("playing_session", "text").execute();
}
