// What a set list must be: times that rise and do not overlap, and songs or talk. Pure.
import type { SetListEntry } from "#contract/songs.ts";
import { Refusal, type BrokenRule } from "#server/refusal.ts";
import { foldName } from "./fold-name.ts";
import { clean, toTenth } from "./text/entry.ts";
import { words } from "./words.ts";

/** As it is stored: text cleaned, times to the tenth. Refused with every rule that is broken. */
export function checkEntries(entries: readonly SetListEntry[], durationSeconds: number | null): SetListEntry[] {
  const list = entries.map(tidy);
  const broken = list.flatMap((entry, index): { index: number; rule: string }[] => {
    const rules = [...checkNames(entry), ...checkTimes(list, index, durationSeconds)];
    return rules.map((rule) => ({ index, rule }));
  });
  if (broken.length === 0) return list;
  const fields: BrokenRule[] = broken.map(({ index, rule }) => ({ field: `entries.${index}`, rule }));
  const sentences = broken.slice(0, 5).map(({ index, rule }) => words.broken(index + 1, rule));
  throw new Refusal("bad-input", sentences.join(" "), { fields });
}

function tidy(entry: SetListEntry): SetListEntry {
  const text = (value: string | null) => (value === null ? null : clean(value) || null);
  const time = (value: number | null) => (value === null ? null : toTenth(value));
  return {
    ...entry,
    ...{ part: text(entry.part), talk: text(entry.talk), guest: text(entry.guest), note: text(entry.note) },
    ...{ start: time(entry.start), end: time(entry.end) },
    songs: entry.songs.map((song) => ({ ...song, title: clean(song.title) || "?", artist: text(song.artist) })),
  };
}

function checkNames({ songs, talk }: SetListEntry): string[] {
  const names = songs.map(({ id, title, artist }) => id ?? JSON.stringify([foldName(title), foldName(artist)]));
  return [
    ...((songs.length === 0) === (talk === null) ? [words.rules.songOrTalk] : []),
    ...(new Set(names).size < names.length ? [words.rules.songTwice] : []),
    ...(songs.some((song) => !song.is_cover && song.artist !== null) ? [words.rules.artist] : []),
  ];
}

function checkTimes(list: readonly SetListEntry[], index: number, durationSeconds: number | null): string[] {
  const { start = null, end = null } = list[index] ?? {};
  if (start === null) return end === null ? [] : [words.rules.endAlone];
  const before = list.slice(0, index).findLast((entry) => entry.start !== null)?.start ?? -1;
  const next = list.slice(index + 1).find((entry) => entry.start !== null)?.start ?? null;
  // what an editor hears as the end may be measured a little differently
  const last = durationSeconds === null ? Infinity : durationSeconds + 1;
  return [
    ...(start <= before ? [words.rules.order] : []),
    ...(end !== null && end <= start ? [words.rules.endFirst] : []),
    ...(end !== null && next !== null && next > start && end > next ? [words.rules.overlap] : []),
    ...(start > last || (end ?? 0) > last ? [words.rules.tooLate] : []),
  ];
}
