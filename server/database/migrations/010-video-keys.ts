// Columns that hold a video's id are ordered as the id itself is, by bytes: PostgreSQL joins along an index only where
// both sides agree on that. SQLite knows one order.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  if (!isPostgres(db)) return;
  for (const table of ["recording", "asset", "position", "change", "file_finding"])
    await sql`alter table ${sql.table(table)} alter column video_id type text collate "C"`.execute(db);
}
