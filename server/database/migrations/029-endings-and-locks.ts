// Memberships that are about to end, as their provider says; and until when the bucket protects a piece of a backup.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema.alterTable("entitlement").addColumn("ending_since", "timestamptz").execute();
  await db.schema.alterTable("backup_piece").addColumn("locked_until", "timestamptz").execute();
}
