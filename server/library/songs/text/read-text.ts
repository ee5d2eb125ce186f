// Reads a set list from text as people write it. It never guesses in silence: what was not taken as it is, is a doubt.
import { limits, type DoubtKind, type SetListEntry } from "#contract/songs.ts";
import { clean, type Doubt, type Reading } from "./entry.ts";
import { look, type Line, type Times } from "./look.ts";
import { readMark, noMarks, type Surroundings } from "./marks.ts";
import { toPlain } from "./clock.ts";
import { chooseTimes, pairLines } from "./choose.ts";
import { readPart } from "./parts.ts";
import { settleTimes, type Placed } from "./settle.ts";
import { readTitles } from "./title.ts";

export interface ReadOptions {
  /** The length of the recording: later times are doubted. */
  durationSeconds?: number | null;
  /** Only lines with a time count, as in a description that says other things, too. */
  onlyTimed?: boolean;
}

const longestLine = 1000;
const mostLines = 2000;
const rule = /^[\s\-–—=*_~.|:+#]*$/;
const caption =
  /^(?:(?:full |the |show )?set ?list|track ?list(?:ing)?|tracks?|songs?|time ?(?:stamps?|codes?)|chapters?|playlist|program(?:me)?|セトリ|セットリスト|タイムスタンプ|曲目|曲リスト)\s*[:：]?$/i;

export function readText(text: string, options: ReadOptions = {}): Reading {
  const doubts: Doubt[] = [];
  const doubt = (line: { number: number; text: string }, kind: DoubtKind) =>
    void doubts.push({ line: line.number, text: line.text.slice(0, 200), kind });
  const raw = text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).slice(0, mostLines);
  const numbered = unquote(raw.map(clean)).map((one, index) => ({ text: one, number: index + 1 }));
  const short = numbered.filter(({ text }) => text.length <= longestLine);
  for (const line of numbered) if (line.text.length > longestLine) doubt(line, "too-long");
  const shown = short.filter((line) => !rule.test(line.text) && !caption.test(line.text));
  const legend = readLegend(shown);
  const lines = pairLines(
    shown.filter(({ number }) => !legend.lines.has(number)).map((one) => look(one.text, one.number)),
  );

  const timed = chooseTimes(lines, isHeading);
  const entries: Placed[] = [];
  let part: string | null = null;
  for (const { line, times, title } of timed) {
    const surroundings = { quotes: line.quotes, legend: legend.meanings };
    const heading = readHeading(line, title, times);
    if (heading) part = heading.name === null ? null : clean(line.quotes.restore(heading.name)) || null;
    const rest = heading ? heading.rest : title;
    if (heading && rest === "") continue;
    const own = heading && !times ? look(rest, line.number) : null;
    const ownTimes = times ?? (own?.lead && own.rest !== "" ? own.lead : null);
    if (!heading && isOther(line, times, { ...options, hasTimes: timed.some((one) => one.times) })) {
      doubt(line, "skipped");
      continue;
    }
    const found = readTitles(own?.lead ? own.rest : rest, surroundings, { isList: heading !== undefined && !ownTimes });
    if (found.entries.length === 0) doubt(line, "no-title");
    else if (!found.entries.every(isShort)) doubt(line, "too-long");
    else {
      const before = entries.at(-1);
      if (found.isFromBefore && before) before.entry.segue = true;
      for (const [index, entry] of found.entries.entries())
        entries.push({ entry: { ...entry, part }, times: index === 0 ? ownTimes : null, line });
    }
  }
  if (options.onlyTimed && entries.filter(({ times }) => times).length < 2) return { entries: [], doubts: [] };
  if (entries.length > limits.entries) doubt(entries[limits.entries]?.line ?? { number: 0, text: "" }, "too-many");
  const kept = entries.slice(0, limits.entries);
  const settled = settleTimes(kept, { durationSeconds: options.durationSeconds ?? null, doubt });
  return { entries: settled, doubts: doubts.toSorted((a, b) => a.line - b.line) };
}

/** In a quoted mail every line begins with >. */
function unquote(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line !== "");
  const isMail = filled.length > 1 && filled.every((line) => line.startsWith(">"));
  return isMail ? lines.map((line) => line.replace(/^[> ]+/, "")) : lines;
}

function isHeading(line: Line): boolean {
  return readHeading(line, line.rest, line.lead) !== undefined;
}

function readHeading(line: Line, title: string, times: Times | null) {
  if (times) return readPart(title, true);
  return readPart(line.quotes.line, false) ?? readPart(line.whole, false);
}

/** Links, and sentences between songs. */
function isOther(
  line: Line,
  times: Times | null,
  { onlyTimed, hasTimes }: ReadOptions & { hasTimes: boolean },
): boolean {
  if (times) return false;
  if (
    onlyTimed ||
    /^(?:https?:\/\/|www\.)\S+$/i.test(line.text) ||
    /^(?:notes?|source|taper|lineage|recorded by|venue|date):\s/i.test(line.text)
  )
    return true;
  const wordCount = line.text.split(" ").length;
  const isSentence = wordCount > 8 && /[.!?…。]$/.test(line.text);
  return (
    !line.quotes.isQuoted(line.whole) &&
    !/[\ufdd0-\ufdef]/.test(line.whole) &&
    hasTimes &&
    (isSentence || line.text.length > 120)
  );
}

function isShort({ songs, talk, guest }: SetListEntry): boolean {
  const names = [...songs.flatMap(({ title, artist }) => [title, artist ?? ""]), talk ?? "", guest ?? ""];
  return names.every((name) => name.length <= limits.name) && songs.length <= limits.songsInMedley;
}

/** Behind a title, at the end of the line or before the next title. */
const signs = /(?<=\S ?)(?:(?<!\*)\*{1,3}|[†‡§¹²³⁴⁵⁶⁷⁸⁹]|\[\d{1,2}\])(?= ?(?:$|[,;>]|-{1,2}>))/gu;

interface Legend {
  meanings: Surroundings["legend"];
  lines: ReadonlySet<number>;
}

/** Lines such as "* = first time played", if a title ends with that sign. */
function readLegend(lines: readonly { text: string; number: number }[]): Legend {
  const used = new Set<string>();
  const meanings = new Map<string, string>();
  const found = new Set<number>();
  for (const { text, number } of lines) {
    const [, start = "", is = "", rest = ""] =
      /^(\*{1,3}|[†‡§¹²³⁴⁵⁶⁷⁸⁹]|\[\d{1,2}\]) ?([=:]?|[-–—] ) ?(\S.*)$/u.exec(text) ?? [];
    const meaning = rest.replace(/\.$/, "");
    if (
      used.has(start) &&
      (is !== "" || !/^[*]/.test(start) || readMark(noMarks(), meaning, look(meaning, 0).quotes))
    ) {
      meanings.set(start, meaning);
      found.add(number);
    }
    for (const [end] of toPlain(text).matchAll(signs)) used.add(end.trim());
  }
  return { meanings, lines: found };
}
