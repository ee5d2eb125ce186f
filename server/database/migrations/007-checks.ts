// Which files were compared with their rows, how far that is, and what was found.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .createTable("file_check")
    .addColumn("id", "integer", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("after_id", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("share_left", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("share_at", "timestamptz")
    .addColumn("whole_at", "timestamptz")
    .addColumn("whole_began_at", "timestamptz")
    .execute();
  await sql`insert into file_check (id) values (1)`.execute(db);

  await db.schema
    .createTable("file_finding")
    .addColumn("video_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("problem", "text", (column) => column.notNull())
    .addColumn("found_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("file_finding_key", ["video_id", "name"])
    .execute();
}
