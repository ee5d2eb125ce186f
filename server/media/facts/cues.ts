// Captions from a file beside the recording: SubRip or WebVTT becomes WebVTT with plain text and the three simple tags.
// Everything else in it, scripts and styles too, is dropped. Pure.

import { apart } from "#server/text/apart.ts";

interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

const mostCues = 50_000;
const mostInCue = 1000;
/** Tags are longer than what they leave. */
const mostRead = 20_000;

export function readCues(text: string): Cue[] {
  const blocks = text.replaceAll(/\r\n?/g, "\n").split(/\n{2,}/);
  const cues: Cue[] = [];
  for (const block of blocks) {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => line.includes("-->"));
    // what comes before the times is the number of a cue; notes and styles have no times
    if (at < 0 || at > 1 || /^(NOTE|STYLE|REGION)\b/.test(lines[0] ?? "")) continue;
    const times = readTimes(lines[at] ?? "");
    const shown = tidyCue(lines.slice(at + 1).join("\n"));
    if (times && shown) cues.push({ ...times, text: shown });
    if (cues.length === mostCues) break;
  }
  return cues.toSorted((a, b) => a.startMs - b.startMs);
}

function readTimes(line: string): { startMs: number; endMs: number } | undefined {
  const [from = "", to = ""] = line.split("-->");
  const [startMs, endMs] = [readClock(from), readClock(to)];
  return startMs === undefined || endMs === undefined || endMs <= startMs ? undefined : { startMs, endMs };
}

/** 01:02:03,456 or 02:03.456; what follows it are settings of WebVTT. */
function readClock(text: string): number | undefined {
  const match = /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?=\s|$)/.exec(text);
  if (!match) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0", fraction = ""] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"));
}

/** Only <i>, <b> and <u> are kept; the rest of what looks like a tag goes, and its text stays. */
function tidyCue(text: string): string {
  const parts = dropBlocks(text.slice(0, mostRead))
    .replaceAll(/\{\\[^{}]*\}/g, "")
    .split(/(<\/?[a-z][^<>]*>|<[\d:.]+>)/i)
    .map((part) => {
      const tag = /^<(\/?)([a-z]+)/i.exec(part);
      // the times inside of a karaoke line
      if (/^<[\d:.]+>$/.test(part)) return "";
      if (!tag) return escape(decodeCharacters(part));
      return /^[ibu]$/i.test(tag[2] ?? "") ? `<${tag[1]}${tag[2]?.toLowerCase()}>` : "";
    });
  return parts
    .join("")
    .toWellFormed()
    .replaceAll(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n")
    .slice(0, mostInCue);
}

/** Without scripts and styles, each to its end, or to the end of the text. */
function dropBlocks(text: string): string {
  let kept = "";
  let from = 0;
  let inside = "";
  for (const { 0: tag, 1: slash, 2: word = "", index } of text.matchAll(/<(\/?)(script|style)\b\s*>?/gi)) {
    const name = word.toLowerCase();
    if (inside === "" && slash === "") {
      kept += text.slice(from, index);
      inside = name;
    } else if (inside === name && slash === "/" && tag.endsWith(">")) {
      from = index + tag.length;
      inside = "";
    }
  }
  return inside === "" ? kept + text.slice(from) : kept;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Numbers, and the few names that XML and WebVTT have. */
export function decodeCharacters(text: string): string {
  const pattern = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,6}));/gi;
  return text.replaceAll(pattern, (whole: string, hex?: string, digits?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** `offsetSeconds` is when the first picture is shown: a player counts from there. */
export function writeCues(cues: readonly Cue[], offsetSeconds = 0): string {
  const shift = Math.round(offsetSeconds * 1000);
  const shown = cues
    .map(({ startMs, endMs, text }) => ({ startMs: Math.max(0, startMs - shift), endMs: endMs - shift, text }))
    .filter(({ startMs, endMs }) => endMs > startMs);
  return ["WEBVTT", ...shown.map(({ startMs, endMs, text }) => `${clock(startMs)} --> ${clock(endMs)}\n${text}`), ""]
    .join("\n\n")
    .replace(/\n\n$/, "\n");
}

/** As WebVTT; empty when there are no captions with times in it. See writeCues. */
export function rewriteCaptions(text: string, offsetSeconds = 0): string {
  const cues = readCues(text);
  return cues.length === 0 ? "" : writeCues(cues, offsetSeconds);
}

export const rewriteCaptionsApart = apart(import.meta.url, "rewriteCaptions", rewriteCaptions);

/** What is said from which second on, without the three tags, and with its characters as they are read. */
export function listSpoken(captions: string): (readonly [seconds: number, text: string])[] {
  return readCues(captions).map(
    ({ startMs, text }) => [startMs / 1000, decodeCharacters(text.replaceAll(/<[^<>]*>/g, ""))] as const,
  );
}

export const listSpokenApart = apart(import.meta.url, "listSpoken", listSpoken);

function clock(ms: number): string {
  const pad = (value: number, width: number) => String(Math.floor(value)).padStart(width, "0");
  const hours = ms >= 3_600_000 ? `${pad(ms / 3_600_000, 2)}:` : "";
  return `${hours}${pad((ms / 60_000) % 60, 2)}:${pad((ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`;
}
