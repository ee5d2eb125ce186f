// Reads a set list from any text that it is written in: as people write it, CUE, WebVTT, or JSON with chapters.
// A file that the archive wrote and that nobody has changed since is read from the text that it carries.
import type { SetListEntry } from "#contract/songs.ts";
import { apart } from "#server/text/apart.ts";
import { blankEntry, clean, newSong, toTenth, type Reading } from "./entry.ts";
import { cueMark, listChapters, nameEntry } from "./formats.ts";
import { readText, type ReadOptions } from "./read-text.ts";

export function readAny(text: string, options: ReadOptions = {}): Reading {
  const start = text.replace(/^\ufeff/, "").trimStart();
  const file = /^WEBVTT(?:\s|$)/.test(start) ? readVtt(start) : (readChapters(start) ?? readCue(start));
  if (!file) return readText(text, options);
  const carried = file.text === null ? null : readText(file.text, options);
  if (carried && isSame(carried.entries, file.entries)) return carried;
  const { durationSeconds = null } = options;
  const inside = file.entries.filter(({ start }) => durationSeconds === null || (start ?? 0) < durationSeconds);
  return { entries: rising(inside), doubts: [] };
}

export const readAnyApart = apart(import.meta.url, "readAny", readAny);

interface File {
  entries: SetListEntry[];
  text: string | null;
}

/** Nobody has changed a title or a time in another program since. */
function isSame(carried: readonly SetListEntry[], entries: readonly SetListEntry[]): boolean {
  const chapters = listChapters(carried);
  return (
    chapters.length === entries.length &&
    chapters.every(({ start, title }, index) => {
      const other = entries[index];
      return other?.start === start && nameEntry(other).replaceAll('"', "'") === clean(title.replaceAll('"', "'"));
    })
  );
}

function rising(entries: readonly SetListEntry[]): SetListEntry[] {
  const sorted = entries.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  const apart = sorted.filter(({ start }, index) => start !== (sorted[index - 1]?.start ?? null));
  return apart.map((entry, index) => {
    const end = Math.min(entry.end ?? 0, apart[index + 1]?.start ?? Infinity);
    return { ...entry, end: end > (entry.start ?? 0) ? end : null };
  });
}

function toEntry(start: number, title: string, end: number | null): SetListEntry[] {
  const name = clean(title).slice(0, 200);
  if (name === "" || !Number.isFinite(start) || start < 0) return [];
  return [{ ...blankEntry, start: toTenth(start), end: end === null ? null : toTenth(end), songs: [newSong(name)] }];
}

function readCue(text: string): File | undefined {
  const isSheet = /^[ \t]*TRACK \d+ AUDIO/m.test(text) && /^[ \t]*INDEX 01 /m.test(text);
  if (!isSheet && !text.startsWith(cueMark)) return undefined;
  const lines = text.split(/\r\n?|\n/);
  const carried = lines.filter((line) => line.startsWith(cueMark)).map((line) => line.slice(cueMark.length));
  const entries: SetListEntry[] = [];
  let title = "";
  for (const line of lines.map((one) => one.trim())) {
    if (line.startsWith("TRACK ")) title = "";
    else if (line.startsWith("TITLE ")) title = line.slice("TITLE ".length).replace(/^"/, "").replace(/"$/, "");
    const [, minutes, seconds, frames] = /^INDEX 01 (\d{1,5}):(\d\d):(\d\d)/.exec(line) ?? [];
    const at = Number(minutes) * 60 + Number(seconds) + Number(frames) / 75;
    if (minutes !== undefined) entries.push(...toEntry(at, title, null));
  }
  return { entries, text: carried.length > 0 ? carried.join("\n") : null };
}

function readVtt(text: string): File {
  const blocks = text.replace(/\r\n?/g, "\n").split(/\n{2,}/);
  const note = blocks.find((block) => block.startsWith("NOTE SETLIST"));
  const entries = blocks.flatMap((block) => {
    const lines = block.split("\n");
    const at = lines.slice(0, 2).findIndex((line) => line.includes(" --> "));
    const [, from, to] = /^([\d:.]+) --> ([\d:.]+)/.exec(lines[at] ?? "") ?? [];
    if (from === undefined) return [];
    return toEntry(readStamp(from), unescapeVtt(lines.slice(at + 1).join("\n")), readStamp(to));
  });
  return { entries, text: note === undefined ? null : unescapeVtt(note.slice(note.indexOf("\n") + 1)) };
}

function readStamp(text = ""): number {
  return text.split(":").reduce((sum, digits) => sum * 60 + Number(digits), 0);
}

function unescapeVtt(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Podcasting 2.0 chapters, and those in the .info.json of yt-dlp. */
function readChapters(text: string): File | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const { chapters, setList } = JSON.parse(text) as { chapters?: unknown; setList?: unknown };
    if (!Array.isArray(chapters)) return undefined;
    const entries = chapters.flatMap((one: Record<string, unknown> | null) => {
      const { startTime, start_time, endTime, end_time, title, toc } = one ?? {};
      const end = Number(endTime ?? end_time ?? Number.NaN);
      if (typeof title !== "string" || toc === false) return [];
      return toEntry(Number(startTime ?? start_time ?? Number.NaN), title, Number.isFinite(end) ? end : null);
    });
    return { entries, text: typeof setList === "string" ? setList : null };
  } catch {
    return undefined;
  }
}
