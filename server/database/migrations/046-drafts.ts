// Recordings that members have never seen are drafts; and the studio's table finds those of a level, with songs and with captions.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .alterTable("video")
    .addColumn("draft", "boolean", (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema.dropIndex("video_shown").execute();
  // these two as recordings-table.ts asks for them
  await sql`create index video_state on video
    ((case when state = 'failed' then 4 when state = 'preparing' then 3 when hidden and draft then 2 when hidden then 1 else 0 end), add_date, id)`.execute(
    db,
  );
  await sql`create index video_level on video ((coalesce(level, '')), add_date, id)`.execute(db);
  for (const column of ["song_count", "caption_count"])
    await sql`create index ${sql.ref(`video_with_${column}`)} on video (add_date, id) where ${sql.ref(column)} > 0`.execute(
      db,
    );
}
