// A song that was merged into another stays as a row, so that its id and its title lead to the other, and Undo can bring it back.
import { isPostgres, type Database } from "#server/database/open.ts";
import { sql } from "kysely";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema.alterTable("song").addColumn("merged_into", ordered).execute();
}
