// How often a server ended while it did a job, counted apart from the attempts that failed; and uploads that were ended
// in the studio, so that whoever sends them is told.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("deaths", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("upload").addColumn("ended_for", "text").execute();
}
