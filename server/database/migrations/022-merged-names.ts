// Under which songs, merged since, a performance was played; and which other names of a song an editor has typed. Members
// see the name of a merged song only by one of the two.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  const ordered = isPostgres(db) ? sql`text collate "C"` : "text";
  await db.schema
    .alterTable("song")
    .addColumn("typed_names", "jsonb", (column) => column.notNull().defaultTo("[]"))
    .execute();
  // names of songs that others were merged into may be from those: nobody can tell any more
  await sql`update song set typed_names = other_names
    where id not in (select merged_into from song where merged_into is not null)`.execute(db);

  await db.schema
    .createTable("played_as")
    .addColumn("song_id", ordered, (column) => column.notNull().references("song.id"))
    // no reference: when a change of a set list is undone, its performances are back
    .addColumn("performance_id", ordered, (column) => column.notNull())
    .addColumn("video_id", ordered, (column) => column.notNull().references("video.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("played_as_pk", ["song_id", "performance_id"])
    .execute();
  await db.schema.createIndex("played_as_video").on("played_as").column("video_id").execute();
  await db.schema.createIndex("song_merged").on("song").column("merged_into").execute();
  await fillFromHistory(db);
}

/** Merges so far: the history has their performances. */
async function fillFromHistory(db: Database): Promise<void> {
  const { rows } = await sql<{ detail: string }>`
    select cast(detail as text) as detail from audit where kind = 'song-merged' order by id`.execute(db);
  for (const { detail } of rows) {
    const { merged_id, played } = JSON.parse(detail) as { merged_id: string; played: [string, number][] };
    for (const [performanceId] of played)
      await sql`insert into played_as (song_id, performance_id, video_id)
        select song.id, performance.id, performance.video_id from performance, song
        where performance.id = ${performanceId} and song.id = ${merged_id} and song.merged_into is not null
        on conflict do nothing`.execute(db);
  }
}
