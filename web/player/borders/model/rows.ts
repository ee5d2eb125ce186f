// The set list while it is edited: rows that keep their key, and what can be done with them. Pure.
// Whatever is done, times rise, nothing overlaps, and nothing is outside the recording.
import type { KnownSong, NamedSong, SetListEntry } from "#contract/songs.ts";

export interface Row extends SetListEntry {
  /** Stays the same while the row is edited; a new row has no id yet. */
  key: string;
  /** Known songs that are spelled nearly like it. */
  offers: readonly KnownSong[];
}

/** Gets the rows as they will be, or a function of the rows as they are then. */
export type ChangeRows = (next: readonly Row[] | ((rows: readonly Row[]) => readonly Row[])) => void;

/** Two borders are at least this far apart. */
export const tenth = 0.1;

export const toTenth = (seconds: number): number => Math.round(seconds * 10) / 10;

let made = 0;
const nextKey = (): string => `row-${++made}`;

/** Rows that were there before keep their key by their place. */
export function toRows(entries: readonly SetListEntry[], before: readonly Row[] = []): Row[] {
  const isSame = before.length === entries.length;
  return entries.map((entry, index) => ({
    ...entry,
    key: (isSame ? before[index]?.key : undefined) ?? nextKey(),
    offers: [],
  }));
}

export function toEntries(rows: readonly Row[]): SetListEntry[] {
  return rows.map(({ key: _key, offers: _offers, ...entry }) => entry);
}

export function isTimed(row: Row | undefined): row is Row & { start: number } {
  return row !== undefined && row.start !== null;
}

const medleySign = " / ";

/** The titles as they are typed: " / " stands between the songs of a medley. */
export function nameRow({ songs, talk }: Pick<Row, "songs" | "talk">): string {
  return talk ?? songs.map(({ title }) => title).join(medleySign);
}

export function isNamed(row: Row): boolean {
  return (row.talk === null ? row.songs.map(({ title }) => title) : [row.talk]).every((title) => title.trim() !== "");
}

/** A song that keeps its title stays the song that it is. */
export function renameRow(row: Row, text: string): Row {
  if (row.talk !== null) return { ...row, talk: text };
  const known = new Map(row.songs.map((song) => [song.title, song]));
  // a single song may have the sign in its title
  const [only, ...more] = row.songs;
  const isSingle = more.length === 0 && only !== undefined && only.title.includes(medleySign);
  const titles = isSingle ? [text] : text.split(medleySign);
  const songs = titles.map((title) => known.get(title) ?? newSong(title));
  return { ...row, songs, offers: [] };
}

export function newSong(title: string): NamedSong {
  return { id: null, title, is_cover: false, artist: null };
}

/** Which song of several plays at this moment: the last that has started. */
export function findRow(rows: readonly Row[], at: number): Row | undefined {
  return rows.findLast((row) => isTimed(row) && row.start <= at + tenth / 2);
}

/** The line without a time that comes next at this moment. */
export function findUnplaced(rows: readonly Row[], at: number): Row | undefined {
  const before = rows.findLastIndex((row) => isTimed(row) && row.start <= at);
  const next = rows[before + 1];
  return next && next.start === null ? next : undefined;
}

/** The next line without a time starts here, or else a new song. Nothing changes where a song starts already. */
export function startSong(rows: readonly Row[], seconds: number): { rows: Row[]; key: string | null } {
  const unplaced = findUnplaced(rows, toTenth(seconds));
  if (unplaced) return { rows: placeRow(rows, unplaced.key, seconds), key: unplaced.key };
  return addRow(rows, seconds);
}

/** A new song starts here and ends where the one that it divides has ended. */
export function addRow(rows: readonly Row[], seconds: number): { rows: Row[]; key: string | null } {
  const at = toTenth(seconds);
  if (rows.some((row) => isTimed(row) && Math.abs(row.start - at) < tenth * 0.9)) return { rows: [...rows], key: null };
  const before = rows.findLastIndex((row) => isTimed(row) && row.start < at);
  const key = nextKey();
  const row: Row = {
    ...{ key, id: null, part: rows[before]?.part ?? rows[0]?.part ?? null, start: null, end: null },
    ...{ songs: [newSong("")], talk: null, guest: null, note: null, segue: false, debut: false, offers: [] },
  };
  return { rows: placeRow(rows.toSpliced(before + 1, 0, row), key, at), key };
}

/** Puts a row where its time belongs; what would overlap is cut. */
export function placeRow(rows: readonly Row[], key: string, seconds: number): Row[] {
  const at = Math.max(0, toTenth(seconds));
  const row = rows.find((one) => one.key === key);
  const others = rows.filter((one) => one.key !== key);
  if (!row || others.some((one) => isTimed(one) && Math.abs(one.start - at) < tenth * 0.9)) return [...rows];
  const before = others.findLastIndex((one) => isTimed(one) && one.start < at);
  const after = others.findIndex((one) => isTimed(one) && one.start > at);
  const was = rows.indexOf(row);
  // among lines without a time it keeps its place
  const place = Math.min(Math.max(was, before + 1), after < 0 ? others.length : after);
  const [last, next] = [others[before], after < 0 ? undefined : others[after]];
  const isInside = last !== undefined && last.end !== null && last.end > at;
  let end = row.end !== null && row.end > at ? row.end : null;
  if (isInside && end === null && last.end !== null && last.end - at >= tenth * 0.9) end = last.end;
  if (end !== null && isTimed(next)) end = Math.min(end, next.start);
  const cut = others.map((one) => (isInside && one === last ? { ...one, end: at } : one));
  return cut.toSpliced(place, 0, { ...row, start: at, end });
}

export function unplaceRow(rows: readonly Row[], key: string): Row[] {
  return rows.map((row) => (row.key === key ? { ...row, start: null, end: null } : row));
}

/** Null: it ends where the next one starts. */
export function endRow(rows: readonly Row[], key: string, seconds: number | null): Row[] {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!isTimed(row)) return [...rows];
  const next = rows.slice(index + 1).find(isTimed);
  const end = seconds === null ? null : Math.min(toTenth(seconds), next?.start ?? Infinity);
  if (end !== null && end - row.start < tenth * 0.9) return [...rows];
  return rows.with(index, { ...row, end });
}

/** Two become one, from the start of the first to the end of the second; its songs are played as a medley. */
export function joinNext(rows: readonly Row[], key: string): Row[] {
  const index = rows.findIndex((row) => row.key === key);
  const [one, other] = [rows[index], rows[index + 1]];
  if (!one || !other) return [...rows];
  const songs = [...one.songs, ...other.songs].filter(({ title }) => title.trim() !== "");
  const single = songs.filter(
    ({ id, title }, at) => songs.findIndex((song) => (id === null ? song.title === title : song.id === id)) === at,
  );
  const join = (mark: string, ...texts: (string | null)[]) => texts.filter((text) => text).join(mark) || null;
  const isTalk = single.length === 0 && (one.talk ?? other.talk) !== null;
  const joined: Row = {
    ...one,
    ...{ id: one.id ?? other.id, start: one.start ?? other.start, end: other.start === null ? one.end : other.end },
    songs: isTalk ? [] : single.length > 0 ? single : [newSong("")],
    talk: isTalk ? join(" / ", one.talk, other.talk) : null,
    ...{ guest: join(", ", one.guest, other.guest), note: join("; ", one.note, other.note) },
    ...{ segue: other.segue, debut: one.debut || other.debut, offers: [...one.offers, ...other.offers] },
  };
  return rows.toSpliced(index, 2, joined);
}

/** Each that has no end ends where the next one starts, and the last with the recording. */
export function fillEnds(rows: readonly Row[], duration: number): Row[] {
  return rows.map((row, index) => {
    if (!isTimed(row) || row.end !== null) return row;
    const end = rows.slice(index + 1).find(isTimed)?.start ?? toTenth(duration);
    return end - row.start < tenth * 0.9 ? row : { ...row, end };
  });
}

export function removeRow(rows: readonly Row[], key: string): Row[] {
  return rows.filter((row) => row.key !== key);
}

export function changeRow(rows: readonly Row[], key: string, change: (row: Row) => Row): Row[] {
  return rows.map((row) => (row.key === key ? change(row) : row));
}
