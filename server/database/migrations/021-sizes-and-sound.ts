// When a member's line was first too slow for a recording: with SMALLER_SIZES=when-asked its smaller sizes are made then.
// And how its audio sounds, by which the same audio is found in another file.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema.alterTable("recording").addColumn("sizes_asked_at", "timestamptz").execute();
  await db.schema.alterTable("recording").addColumn("sound_print", "text").execute();
}
