// What search looks at: one row of folded text for each recording. Its title is kept by triggers, in every program that writes;
// description and captions come from library/search. SQLite finds words in it by an index of three letters each, PostgreSQL by pg_trgm.
import { sql } from "kysely";
import { countingId } from "#server/database/counting-id.ts";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const id = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("search_text")
    .$call(countingId(db))
    .addColumn("video_id", id, (column) => column.notNull().unique().references("video.id").onDelete("cascade"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("captions", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("cues", "text")
    .addColumn("is_read", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .execute();
  await sql`create index search_text_unread on search_text (id) where not is_read`.execute(db);
  await (isPostgres(db) ? keepInPostgres(db) : keepInSqlite(db));
  await sql`insert into search_text (video_id, title) select id, title_folded from video`.execute(db);
}

async function keepInSqlite(db: Database): Promise<void> {
  const columns = sql`title, description, captions`;
  await sql`create virtual table search_index using fts5(${columns}, content='search_text', content_rowid='id',
    tokenize='trigram case_sensitive 1')`.execute(db);
  const forget = sql`insert into search_index (search_index, rowid, ${columns})
    values ('delete', old.id, old.title, old.description, old.captions)`;
  const learn = sql`insert into search_index (rowid, ${columns}) values (new.id, new.title, new.description, new.captions)`;
  await sql`create trigger search_added after insert on search_text begin ${learn}; end`.execute(db);
  await sql`create trigger search_removed after delete on search_text begin ${forget}; end`.execute(db);
  await sql`create trigger search_changed after update of ${columns} on search_text begin ${forget}; ${learn}; end`.execute(
    db,
  );
  await sql`create trigger video_added after insert on video begin
    insert into search_text (video_id, title) values (new.id, new.title_folded); end`.execute(db);
  await sql`create trigger video_renamed after update of title_folded on video
    when new.title_folded <> old.title_folded begin
    update search_text set title = new.title_folded where video_id = new.id; end`.execute(db);
}

async function keepInPostgres(db: Database): Promise<void> {
  await sql`create function search_title() returns trigger language plpgsql as $$ begin
    insert into search_text (video_id, title) values (new.id, new.title_folded)
      on conflict (video_id) do update set title = excluded.title;
    return null;
  end $$`.execute(db);
  await sql`create trigger search_title after insert or update of title_folded on video
    for each row execute function search_title()`.execute(db);
  // where the extension may not be made, search goes on without an index
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index search_text_words on search_text
      using gin (title gin_trgm_ops, description gin_trgm_ops, captions gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then null;
  end $$`.execute(db);
}
