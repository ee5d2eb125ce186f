// Which version of the judge has looked at a recording's files: what was published before it existed is looked at once.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .alterTable("recording")
    .addColumn("judged_by", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
