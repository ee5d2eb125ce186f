// What PostgreSQL needs to find videos along indexes where SQLite does so by itself.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  if (!isPostgres(db)) return;
  // ordered as the id itself, by bytes: a join follows an index only where both sides agree on that
  for (const table of ["recording", "asset", "position", "change", "file_finding"])
    await sql`alter table ${sql.table(table)} alter column video_id type text collate "C"`.execute(db);
  // for search: a rare word is not looked for in every title. Where the extension may not be made it goes on without.
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index video_title_words on video using gin (title_folded gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then null;
  end $$`.execute(db);
}
