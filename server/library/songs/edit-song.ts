// Changes a song: refused when somebody else has changed it meanwhile, and recorded in the history.
import { isDeepStrictEqual } from "node:util";
import type { EditedSong, Song } from "#contract/songs.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { recordEvent } from "#server/history/log.ts";
import { Refusal } from "#server/refusal.ts";
import type { Editor } from "#server/library/edit.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { foldName } from "./fold-name.ts";
import { describeSong, findSong, getSong, type SongRow } from "./song.ts";
import { clean } from "./text/entry.ts";
import { words } from "./words.ts";

export interface ChangedSong {
  song: Song;
  /** The id of the change in the history, for Undo; null when nothing had to be changed. */
  change: string | null;
}

type Values = Omit<EditedSong, "revision">;
const fields = [
  "title",
  "is_cover",
  "artist",
  "other_names",
  "notes",
  "lyrics_url",
] as const satisfies (keyof Values)[];

export async function saveSong(
  db: Database,
  editor: Editor,
  { id, edited: { revision, ...given } }: { id: string; edited: EditedSong },
): Promise<ChangedSong> {
  return changeLibrary(db, async (trx) => {
    const row = await getSong(trx, audiences.editors, id);
    const values = tidy(given);
    if (listChanged(row, values).length === 0) return { song: describeSong(row), change: null };
    if (revision !== row.revision || row.id !== id) throw new Refusal("conflict", words.songChangedMeanwhile);
    await requireFree(trx, row, values);
    const known = new Set(row.other_names);
    const typed = [...row.typed_names, ...values.other_names.filter((name) => !known.has(name))];
    return changeSong(trx, editor, { row, values, typed });
  });
}

export async function changeSong(
  trx: LockedTrx,
  editor: Editor,
  { row, values, typed }: { row: SongRow; values: Values; typed: readonly string[] },
): Promise<ChangedSong> {
  const changed = listChanged(row, values);
  const pick = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  const song = await writeSong(trx, row, { values, typed, now: editor.now });
  const change = await recordEvent(trx, {
    ...{ at: editor.now, kind: "song-edited", actorId: editor.memberId },
    detail: { song_id: row.id, title: row.title, revision: song.revision, before: pick(row), after: pick(values) },
  });
  return { song: describeSong(song), change };
}

/** A name that nobody has typed for this song may be from a merged one, and members may not see it. */
export async function writeSong(
  trx: Trx,
  row: SongRow,
  { values, typed, now }: { values: Values; typed: readonly string[]; now: Date },
): Promise<SongRow> {
  const { title, is_cover, artist, other_names, notes, lyrics_url } = values;
  return trx
    .updateTable("song")
    .set({
      ...{ title, is_cover, artist, notes, lyrics_url, other_names: JSON.stringify(other_names) },
      typed_names: JSON.stringify(other_names.filter((name) => typed.includes(name))),
      ...{ title_folded: foldName(title), artist_folded: foldName(artist) },
      ...{ revision: row.revision + 1, changed_at: now },
    })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Each other name once, and not the title itself. */
export function listNames(title: string, names: readonly string[]): string[] {
  const known = new Set([foldName(title)]);
  return names.filter((name) => name !== "" && !known.has(foldName(name)) && known.add(foldName(name)));
}

function listChanged(row: Values, values: Values): (keyof Values)[] {
  return fields.filter((field) => !isDeepStrictEqual(row[field], values[field]));
}

function tidy(values: Values): Values {
  const { title, artist, other_names, is_cover } = values;
  if (!is_cover && artist !== null) refuse("artist", words.songRules.artist);
  const name = clean(title) || refuse("title", words.songRules.title);
  return {
    ...values,
    title: name,
    artist: artist === null ? null : clean(artist) || null,
    other_names: listNames(name, other_names.map(clean)),
  };
}

/** Two songs of one title and artist would be one song for everybody who types it. */
async function requireFree(trx: Trx, { id }: SongRow, values: Values): Promise<void> {
  const other = await findSong(trx, { id: null, ...values });
  if (other !== undefined && other !== id) refuse("title", words.songRules.taken);
}

function refuse(field: string, rule: string): never {
  throw new Refusal("bad-input", words.brokenSong(rule), { fields: [{ field, rule }] });
}
