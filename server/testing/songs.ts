// Recordings with set lists for tests, written as people write them.
import type { SetListEntry } from "#contract/songs.ts";
import type { Database } from "#server/database/open.ts";
import { addVideo } from "#server/library/add.ts";
import type { Editor } from "#server/library/edit.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { readText } from "#server/library/songs/text/read-text.ts";

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
  const id = await db.transaction().execute((trx) => addVideo(trx, { ...about, state: "published" }, editor.now));
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
