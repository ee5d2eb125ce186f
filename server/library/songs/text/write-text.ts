// Writes a set list as text that people can read and that the reader takes back unchanged. Names that could be
// misunderstood are put in quotation marks.
import { isDeepStrictEqual } from "node:util";
import type { NamedSong, SetListEntry } from "#contract/songs.ts";
import { writeTime } from "./clock.ts";
import { quote } from "./quotes.ts";
import { readText } from "./read-text.ts";

type Name = (text: string) => string;

export function writeText(entries: readonly SetListEntry[]): string {
  const wanted = entries.map(withoutIds);
  // most names need no quotes; one that does not read back alone gets them, and all of them if that is not enough
  const few = writeLines(wanted, (entry) => {
    const plain = writeEntry(entry, (text) => text);
    const alone = { ...entry, part: null };
    return isDeepStrictEqual(readText(plain).entries, [alone]) ? plain : writeEntry(entry, quote);
  });
  if (isDeepStrictEqual(readText(few).entries, wanted)) return few;
  return writeLines(wanted, (entry) => writeEntry(entry, quote));
}

/** What a text can hold. */
export function withoutIds(entry: SetListEntry): SetListEntry {
  return { ...entry, id: null, songs: entry.songs.map((song) => ({ ...song, id: null })) };
}

function writeLines(entries: readonly SetListEntry[], write: (entry: SetListEntry) => string): string {
  const lines = entries.flatMap((entry, index) => {
    const before = entries[index - 1]?.part ?? null;
    return entry.part === before ? [write(entry)] : [writePart(entry.part), write(entry)];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function writePart(part: string | null): string {
  if (part === null) return "No part:";
  return /^(?:Set [1-9]|Encore|Encore [2-9]|Soundcheck|Pre-show)$/.test(part) ? `${part}:` : `Part: ${quote(part)}`;
}

function writeEntry(entry: SetListEntry, name: Name): string {
  const { start, end, guest, note } = entry;
  const times = start === null ? [] : [end === null ? writeTime(start) : `${writeTime(start)}-${writeTime(end)}`];
  return [
    ...times,
    writeNames(entry, name),
    ...(guest === null ? [] : [`(ft. ${name(guest)})`]),
    ...(entry.debut ? ["(debut)"] : []),
    ...(note === null ? [] : [`(note: ${name(note)})`]),
    ...(entry.segue ? [">"] : []),
  ].join(" ");
}

function writeNames({ songs, talk }: SetListEntry, name: Name): string {
  if (talk !== null) return name(talk) === talk ? talk : `${name(talk)} (not a song)`;
  const titles = songs.map((song) => writeSong(song, name)).join(" / ");
  return songs.length > 1 ? `Medley: ${titles}` : titles;
}

function writeSong({ title, is_cover, artist }: NamedSong, name: Name): string {
  if (!is_cover) return name(title);
  return `${name(title)} (${artist === null ? "cover" : `${name(artist)} cover`})`;
}
