// What an editor says of an upload besides its title and date: a description, a level, whether it is a draft, and a set list.
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema.alterTable("upload").addColumn("description", "text").execute();
  await db.schema.alterTable("upload").addColumn("level", "text").execute();
  await db.schema.alterTable("upload").addColumn("hidden", "boolean").execute();
  await db.schema.alterTable("upload").addColumn("set_list", "text").execute();
}
