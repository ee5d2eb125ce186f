// What the studio's table of recordings is sorted by: how many songs and captions each has, and its state as editors see it.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  for (const column of ["song_count", "caption_count"])
    await db.schema
      .alterTable("video")
      .addColumn(column, "integer", (added) => added.notNull().defaultTo(0))
      .execute();
  await sql`update video set
    song_count = (select count(*) from performance where performance.video_id = video.id and performance.talk is null),
    caption_count = (select count(*) from asset where asset.video_id = video.id and asset.kind in
      ('captions-1.vtt', 'captions-2.vtt', 'captions-3.vtt', 'captions-4.vtt'))`.execute(db);
  for (const column of ["song_count", "caption_count"])
    await db.schema.createIndex(`video_${column}`).on("video").columns([column, "add_date", "id"]).execute();
  // as recordings-table.ts asks for it
  await sql`create index video_shown on video
    ((case when state = 'failed' then 3 when state = 'preparing' then 2 when hidden then 1 else 0 end), add_date, id)`.execute(
    db,
  );
}
