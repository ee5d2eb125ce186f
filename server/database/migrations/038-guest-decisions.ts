// What was decided about guests by name, by a keyed hash of each of their accounts: it stays when the account is deleted.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("guest_decision")
    .addColumn("account_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("person", "text", (column) => column.notNull())
    .addColumn("decided_at", "timestamptz", (column) => column.notNull())
    .addColumn("ended_at", "timestamptz")
    .execute();
  await db.schema.createIndex("guest_decision_person").on("guest_decision").column("person").execute();
}
