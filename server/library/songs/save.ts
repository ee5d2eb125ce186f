// Saves a set list as a whole: refused when somebody else has saved it meanwhile, and recorded in the history.
import { isDeepStrictEqual } from "node:util";
import type { SetList, SetListEntry } from "#contract/songs.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { recordChange } from "#server/history/log.ts";
import { Refusal } from "#server/refusal.ts";
import { newVideoId } from "#server/library/add.ts";
import type { Editor } from "#server/library/edit.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { getVideo, type VideoRow } from "#server/library/video.ts";
import { checkEntries } from "./rules.ts";
import { readEntries } from "./set-list.ts";
import { foldName } from "./fold-name.ts";
import { findOrAddSongs, isId, listSongs } from "./song.ts";
import { words } from "./words.ts";

interface SavedSetList {
  setList: SetList;
  /** The id of the change in the history, for Undo; null when nothing had to be changed. */
  change: string | null;
}

export async function saveSetList(
  db: Database,
  editor: Editor,
  { id, revision, entries }: { id: string } & SetList,
): Promise<SavedSetList> {
  return changeLibrary(db, async (trx) => {
    const row = await getVideo(trx, audiences.editors, id);
    const current = { revision: row.set_list_revision, entries: await readEntries(trx, id) };
    const list = checkEntries(entries, row.duration_seconds);
    const isNewest = revision === row.set_list_revision;
    // a save that was sent twice, or that changes nothing, is not a conflict
    if (isSameList(list, current.entries)) return { setList: current, change: null };
    if (!isNewest) throw new Refusal("conflict", words.changedMeanwhile, { currentSetList: current });
    return writeEntries(trx, row, { editor, before: current.entries, entries: keepIds(list, current.entries) });
  });
}

interface Writing {
  editor: Omit<Editor, "memberId"> & { memberId: string | null };
  before: SetListEntry[];
  entries: SetListEntry[];
  /** The set list was brought along; nobody wrote it. */
  why?: "import";
}

export async function writeEntries(
  trx: LockedTrx,
  row: VideoRow,
  { editor, before, entries, why }: Writing,
): Promise<SavedSetList> {
  await requireSongs(trx, entries);
  const revision = row.set_list_revision + 1;
  await replaceRows(trx, row, { entries, now: editor.now });
  const song_count = entries.filter(({ talk }) => talk === null).length;
  await trx.updateTable("video").set({ set_list_revision: revision, song_count }).where("id", "=", row.id).execute();
  const setList = { revision, entries: await readEntries(trx, row.id) };
  const change = await recordChange(trx, {
    ...{ videoId: row.id, at: editor.now, memberId: editor.memberId, kind: "set-list" as const },
    before: { set_list: before, set_list_revision: row.set_list_revision, ...(why && { why }) },
    after: { set_list: setList.entries, set_list_revision: revision },
  });
  return { setList, change };
}

/**
 * Entries that were there keep their id, so that what refers to them still does; each id only once. In a list that was read
 * from text, which has no ids, they are known by their songs.
 */
function keepIds(entries: readonly SetListEntry[], current: readonly SetListEntry[]): SetListEntry[] {
  const free = new Map(current.map((entry) => [entry.id, nameSongs(entry)]));
  const named = entries.map((entry) => ({ ...entry, id: free.delete(entry.id) ? entry.id : null }));
  return named.map((entry) => {
    if (entry.id !== null) return entry;
    const [id = null] = [...free].find(([, songs]) => songs === nameSongs(entry)) ?? [];
    free.delete(id);
    return { ...entry, id };
  });
}

function nameSongs({ songs, talk }: SetListEntry): string {
  return JSON.stringify([talk, ...songs.map(({ title, artist }) => [foldName(title), foldName(artist)])]);
}

/** The same list, though one may name a song by its title and the other by its id. */
function isSameList(one: readonly SetListEntry[], other: readonly SetListEntry[]): boolean {
  const shape = (entries: readonly SetListEntry[], against: readonly SetListEntry[]) =>
    entries.map(({ songs, id: _id, ...entry }, index) => ({
      ...entry,
      songs: songs.map((song, place) =>
        against[index]?.songs[place]?.id === null || song.id === null ? { ...song, id: null } : song.id,
      ),
    }));
  return isDeepStrictEqual(shape(one, other), shape(other, one));
}

async function requireSongs(trx: Trx, entries: readonly SetListEntry[]): Promise<void> {
  const wanted = entries.flatMap(({ songs }) => songs.flatMap(({ id }) => id ?? []));
  const known = await listSongs(trx, wanted);
  const missing = entries.findIndex(({ songs }) => songs.some(({ id }) => id !== null && !known.has(id)));
  if (missing < 0) return;
  const rule = words.rules.noSuchSong;
  throw new Refusal("bad-input", words.broken(missing + 1, rule), { fields: [{ field: `entries.${missing}`, rule }] });
}

const rowsAtOnce = 100;

async function replaceRows(
  trx: Trx,
  { id: video_id, add_date }: VideoRow,
  { entries, now }: { entries: readonly SetListEntry[]; now: Date },
): Promise<void> {
  const ids = await findOrAddSongs(
    trx,
    entries.flatMap(({ songs }) => songs),
    now,
  );
  const rows = entries.map((entry, position) => ({
    id: entry.id !== null && isId(entry.id) ? entry.id : newVideoId(),
    ...{ video_id, position, part: entry.part, start_seconds: entry.start, end_seconds: entry.end },
    until_seconds: entry.start === null ? null : (entry.end ?? findNext(entries, position)),
    ...{ talk: entry.talk, guest: entry.guest, note: entry.note, segue: entry.segue, debut: entry.debut },
  }));
  let position = -1;
  let taken = 0;
  const played = entries.flatMap(({ songs }, index) => {
    if (songs.length > 0) position++;
    // two spellings may turn out to be one song
    const own = new Set(ids.slice(taken, (taken += songs.length)));
    const of = { performance_id: rows[index]?.id ?? "", video_id, position, played_at: add_date };
    return [...own].map((song_id, place) => ({ ...of, song_id, place }));
  });
  await trx.deleteFrom("performance_song").where("video_id", "=", video_id).execute();
  let gone = trx.deleteFrom("performance").where("video_id", "=", video_id);
  if (rows.length > 0)
    gone = gone.where(
      "id",
      "not in",
      rows.map(({ id }) => id),
    );
  await gone.execute();
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto("performance")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((eb) => ({
          position: eb.ref("excluded.position"),
          part: eb.ref("excluded.part"),
          start_seconds: eb.ref("excluded.start_seconds"),
          end_seconds: eb.ref("excluded.end_seconds"),
          until_seconds: eb.ref("excluded.until_seconds"),
          talk: eb.ref("excluded.talk"),
          guest: eb.ref("excluded.guest"),
          note: eb.ref("excluded.note"),
          segue: eb.ref("excluded.segue"),
          debut: eb.ref("excluded.debut"),
        })),
      )
      .execute();
  for (let from = 0; from < played.length; from += rowsAtOnce)
    await trx
      .insertInto("performance_song")
      .values(played.slice(from, from + rowsAtOnce))
      .execute();
}

function findNext(entries: readonly SetListEntry[], position: number): number | null {
  return entries.slice(position + 1).find(({ start }) => start !== null)?.start ?? null;
}
