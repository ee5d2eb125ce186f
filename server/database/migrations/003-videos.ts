// Videos as rows, and the history of what editors changed.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import { countingId } from "#server/database/counting-id.ts";

export async function up(db: Database): Promise<void> {
  // The same order on both databases, whatever the language of the server: by bytes.
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("video")
    .addColumn("id", ordered, (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("title_folded", ordered, (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("add_date", "timestamptz", (column) => column.notNull())
    .addColumn("time_missing", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .addColumn("duration_seconds", "double precision")
    .addColumn("hidden", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .addColumn("prevent_autodelete", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('preparing', 'published', 'failed')`))
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("thumbnail_hash", "text")
    .addColumn("dominant_color", "text")
    .addColumn("peaks", "text")
    .addColumn("trashed_at", "timestamptz")
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("changed_at", "timestamptz", (column) => column.notNull())
    .execute();
  for (const column of ["add_date", "title_folded"])
    await db.schema.createIndex(`video_${column}`).on("video").columns([column, "id"]).execute();
  // Videos without a known length come last, and the two databases would disagree about null.
  await sql`create index video_duration on video ((coalesce(duration_seconds, -1)), id)`.execute(db);

  await createHistory(db);
}

async function createHistory(db: Database): Promise<void> {
  // One row: counts every change of the library, and whoever changes it holds this row until the end.
  await db.schema
    .createTable("library")
    .addColumn("id", "integer", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.insertInto("library").values({ id: 1, version: 1 }).execute();

  await db.schema
    .createTable("change")
    .$call(countingId(db))
    .addColumn("video_id", "text", (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("before", "jsonb", (column) => column.notNull())
    .addColumn("after", "jsonb", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("change_video").on("change").columns(["video_id", "id"]).execute();
}
