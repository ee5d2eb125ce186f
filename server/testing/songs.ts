// Recordings with set lists for tests, written as people write them.
import { sql } from "kysely";
import type { SetListEntry } from "#contract/songs.ts";
import { isPostgres, type Database } from "#server/database/open.ts";
import { addVideo } from "#server/library/add.ts";
import type { Editor } from "#server/library/edit.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { readText } from "#server/library/songs/text/read-text.ts";
import { changeLibrary } from "#server/library/version.ts";

interface Played {
  title?: string;
  date?: string;
  setList?: string;
  hidden?: boolean;
}

/** Entries as a person would write them: "0:00 One\n3:00 Two". */
export function entriesOf(text: string): SetListEntry[] {
  return readText(text).entries;
}

/** Returns the id of a published recording of an hour. */
export async function addPlayed(db: Database, editor: Editor, played: Played = {}): Promise<string> {
  const { title = "A night", date = "2026-01-01T00:00:00Z", setList = "", hidden = false } = played;
  const about = { title, addDate: new Date(date), durationSeconds: 3600, hidden, memberId: editor.memberId };
  const id = await changeLibrary(db, (trx) => addVideo(trx, { ...about, state: "published" }, editor.now));
  if (setList !== "") await saveSetList(db, editor, { id, revision: 0, entries: entriesOf(setList) });
  return id;
}

export async function addEditor(db: Database, id = "ada"): Promise<Editor> {
  const now = new Date("2026-06-01T00:00:00Z");
  const blank = { picture_type: null, picture: null, picture_hash: null, role: null, disabled_at: null };
  await db
    .insertInto("member")
    .values({ id, name: id, created_at: now, seen_at: now, ...blank })
    .execute();
  return { memberId: id, now };
}

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
