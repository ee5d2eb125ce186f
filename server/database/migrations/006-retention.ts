// How long videos are kept, what is announced to leave, and a history that outlives its video.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import { countingId } from "#server/database/counting-id.ts";

export async function up(db: Database): Promise<void> {
  for (const column of ["leaves_at", "pictures_trashed_at", "pictures_gone_at", "purging_at"])
    await db.schema.alterTable("video").addColumn(column, "timestamptz").execute();
  for (const column of ["leaves_why", "trashed_why"])
    await db.schema.alterTable("video").addColumn(column, "text").execute();
  await db.schema
    .alterTable("video")
    .addColumn("audio_only", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .execute();
  const isSoundOnly = isPostgres(db) ? sql`facts->'video' = 'null'` : sql`json_type(facts, '$.video') = 'null'`;
  await sql`update video set audio_only = true where id in (select video_id from recording where ${isSoundOnly})`.execute(
    db,
  );
  // few are there, and each run of the sweep asks for them
  for (const column of ["leaves_at", "trashed_at", "pictures_trashed_at", "purging_at"])
    await db.schema
      .createIndex(`video_${column}`)
      .on("video")
      .column(column)
      .where(sql.ref(column), "is not", null)
      .execute();

  await db.schema
    .createTable("retention")
    .addColumn("id", "integer", (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("keep_days", "integer", (column) => column.check(sql`keep_days >= 1`))
    .addColumn("cap_bytes", "bigint")
    .addColumn("keep_audio", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("changed_at", "timestamptz")
    .addColumn("changed_by", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("restored_at", "timestamptz")
    .addColumn("clock_jumped_at", "timestamptz")
    .addColumn("last_run_at", "timestamptz")
    .addColumn("lease_by", "text")
    .addColumn("lease_until", "timestamptz")
    .addColumn("store_id", "text")
    .addColumn("warnings", "jsonb", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await sql`insert into retention (id) values (1)`.execute(db);
  await freeHistory(db);
}

/** What was done to a video stays known after it is gone: its history no longer goes with it. */
async function freeHistory(db: Database): Promise<void> {
  if (isPostgres(db)) {
    await db.schema.alterTable("change").dropConstraint("change_video_id_fkey").execute();
    return;
  }
  await db.schema
    .createTable("change_kept")
    .$call(countingId(db))
    .addColumn("video_id", "text", (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("before", "jsonb", (column) => column.notNull())
    .addColumn("after", "jsonb", (column) => column.notNull())
    .execute();
  await sql`insert into change_kept (id, video_id, at, member_id, kind, before, after)
    select id, video_id, at, member_id, kind, before, after from change`.execute(db);
  await db.schema.dropTable("change").execute();
  await db.schema.alterTable("change_kept").renameTo("change").execute();
  await db.schema.createIndex("change_video").on("change").columns(["video_id", "id"]).execute();
}
