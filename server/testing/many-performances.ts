// A song that was played thousands of times, added in a few statements.
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";

/** So many more recordings with one performance of this song each. */
export async function multiply(
  db: Database,
  { songId, count, prefix }: { songId: string; count: number; prefix: string },
): Promise<void> {
  const numbers = isPostgres(db)
    ? sql`select n from generate_series(1, ${sql.lit(count)}) as s(n)`
    : sql`with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)}) select n from s`;
  const id = isPostgres(db)
    ? sql`${sql.lit(prefix)} || lpad(n::text, 6, '0')`
    : sql`${sql.lit(prefix)} || printf('%06d', n)`;
  const date = isPostgres(db)
    ? sql`timestamptz '2010-01-01' + n * interval '6 hours'`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', '2010-01-01', '+' || (n * 6) || ' hours')`;
  await sql`insert into video (id, title, title_folded, add_date, state, created_at, changed_at, duration_seconds)
    select ${id}, 'x', 'x', ${date}, 'published', ${date}, ${date}, 100 from (${numbers}) as numbers`.execute(db);
  await sql`insert into performance (id, video_id, position, start_seconds, segue, debut)
    select ${id}, ${id}, 0, 0, ${sql.lit(isPostgres(db) ? false : 0)}, ${sql.lit(isPostgres(db) ? false : 0)} from (${numbers}) as numbers`.execute(
    db,
  );
  await sql`insert into performance_song (performance_id, song_id, place, video_id, position, played_at)
    select ${id}, ${songId}, 0, ${id}, 0, ${date} from (${numbers}) as numbers`.execute(db);
}
