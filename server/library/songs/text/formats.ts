// Set lists in the formats of other programs: CUE sheet, WebVTT chapters, Podcasting 2.0 chapters. Each also carries
// the whole set list as text, because none of them knows parts, guests or songs without a time.
import type { SetListEntry } from "#contract/songs.ts";
import { pad, writeTime } from "./clock.ts";
import { writeText } from "./write-text.ts";

interface Described {
  /** The length of the recording. */
  title: string;
  durationSeconds: number | null;
}

/** The title as other programs show it. */
export function nameEntry({ songs, talk }: SetListEntry): string {
  return talk ?? songs.map(({ title }) => title).join(" / ");
}

interface Chapter {
  start: number;
  end: number | null;
  title: string;
  artist: string | null;
}

export function listChapters(entries: readonly SetListEntry[]): Chapter[] {
  return entries.flatMap((entry) => {
    const { start, end, songs } = entry;
    return start === null ? [] : [{ start, end, title: nameEntry(entry), artist: songs[0]?.artist ?? null }];
  });
}

export const cueMark = "REM SETLIST ";

export function writeCue(entries: readonly SetListEntry[], { title }: Described): string {
  const tracks = listChapters(entries).flatMap((chapter, index) => [
    `  TRACK ${pad(index + 1)} AUDIO`,
    `    TITLE ${quoteCue(chapter.title)}`,
    ...(chapter.artist === null ? [] : [`    REM COMPOSER ${quoteCue(chapter.artist)}`]),
    `    INDEX 01 ${writeFrames(chapter.start)}`,
  ]);
  const text = writeText(entries).split("\n").slice(0, -1);
  const file = quoteCue(`${title.replace(/[\\/:*?"<>|]/g, "_")}.m4a`);
  return toLines([...text.map((line) => cueMark + line), `TITLE ${quoteCue(title)}`, `FILE ${file} MP4`, ...tracks]);
}

/** A CUE sheet cannot hold a quotation mark. */
function quoteCue(text: string): string {
  return `"${text.replaceAll('"', "'")}"`;
}

/** 75 frames in a second. */
function writeFrames(seconds: number): string {
  const frames = Math.round(seconds * 75);
  return [Math.floor(frames / 4500), Math.floor(frames / 75) % 60, frames % 75].map((one) => pad(one)).join(":");
}

export function writeWebVtt(entries: readonly SetListEntry[], { durationSeconds }: Described): string {
  const chapters = listChapters(entries);
  const cues = chapters.flatMap(({ start, end, title }, index) => {
    const until = end ?? chapters[index + 1]?.start ?? Math.max(durationSeconds ?? 0, start + 1);
    return ["", String(index + 1), `${writeStamp(start)} --> ${writeStamp(until)}`, escapeVtt(title)];
  });
  return toLines(["WEBVTT", "", "NOTE SETLIST", ...escapeVtt(writeText(entries)).split("\n").slice(0, -1), ...cues]);
}

function writeStamp(seconds: number): string {
  const [whole = "", tenth = "0"] = writeTime(seconds).split(".");
  return `${"00:00:00".slice(0, Math.max(0, 8 - whole.length))}${whole}.${tenth}00`;
}

function escapeVtt(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function writeChapters(entries: readonly SetListEntry[], { title }: Described): string {
  const chapters = listChapters(entries).map(({ start, end, title }) => ({
    ...{ startTime: start, ...(end !== null && { endTime: end }), title },
  }));
  return `${JSON.stringify({ version: "1.2.0", title, chapters, setList: writeText(entries) }, null, 2)}\n`;
}

function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
