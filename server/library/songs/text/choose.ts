// Decides for a whole text where its times are: at the starts of its lines, at the ends, or on lines of their own.
import { look, type Line, type Times } from "./look.ts";

interface Timed {
  line: Line;
  times: Times | null;
  title: string;
}

/** Where a time and its title are on two lines, makes one of each pair. */
export function pairLines(lines: readonly Line[]): Line[] {
  const isAlone = (line: Line | undefined) => line?.lead !== undefined && line.lead !== null && line.rest === "";
  const alone = lines.filter(isAlone);
  if (alone.length === 0 || lines.some((line) => line.lead && line.rest !== "")) return [...lines];
  const isTimeFirst = alone.every((line) => {
    const next = lines[lines.indexOf(line) + 1];
    return next !== undefined && !isAlone(next);
  });
  const pairs: Line[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [line, next] = [lines[at], lines[at + 1]];
    if (!line) continue;
    const isPair = next !== undefined && (isTimeFirst ? isAlone(line) : isAlone(next) && !isAlone(line));
    const [clock, title] = isTimeFirst ? [line, next] : [next, line];
    pairs.push(isPair && clock && title ? look(`${clock.text} ${title.text}`, title.number) : line);
    if (isPair) at++;
  }
  return pairs;
}

export function chooseTimes(lines: readonly Line[], isHeading: (line: Line) => boolean): Timed[] {
  const songs = lines.filter((line) => !isHeading(line));
  const leading = songs.filter(({ lead, rest }) => lead && rest !== "");
  const trailing = songs.filter(({ lead, trail }) => !lead && trail);
  const isCounted = isCounting(songs);
  if (leading.length === 0 && trailing.length > 0 && trailing.length * 2 >= songs.length)
    return lines.map((line) => ({
      ...{ line, times: line.trail && { from: line.trail.from, to: line.trail.to } },
      title: withoutCount(line, line.trail?.rest ?? line.rest, isCounted),
    }));
  const second = everyHas(leading, ({ second }) => second?.seconds);
  const last = everyHas(leading, ({ trail }) => trail?.from);
  const ends = second ?? last;
  return lines.map((line) => {
    const index = leading.indexOf(line);
    const title =
      second && index >= 0 ? (line.second?.rest ?? "") : last && index >= 0 ? (line.trail?.rest ?? "") : line.rest;
    const to = line.lead?.to ?? (index >= 0 ? ends?.[index] : undefined) ?? null;
    return { line, times: line.lead && { from: line.lead.from, to }, title: withoutCount(line, title, isCounted) };
  });
}

/** Where every line has a second time: these as ends, whether they were written as ends or as lengths. */
function everyHas(leading: readonly Line[], pick: (line: Line) => number | undefined): number[] | null {
  const starts = leading.map(({ lead }) => lead?.from ?? 0);
  const found = leading.map(pick);
  if (leading.length < 2 || leading.some(({ lead }) => lead?.to != null) || found.includes(undefined)) return null;
  const seconds = found.map((one) => one ?? 0);
  const isWithin = (end: number, index: number) => end <= (starts[index + 1] ?? Infinity) + 2;
  const asLengths = seconds.map((one, index) => one + (starts[index] ?? 0));
  if (asLengths.every(isWithin)) return asLengths;
  const areEnds = seconds.every((one, index) => one > (starts[index] ?? 0) && isWithin(one, index));
  return areEnds ? seconds : null;
}

/** Numbers without a dot only count the lines if they count: 1, 2, 3. */
function isCounting(songs: readonly Line[]): boolean {
  const numbers = songs.flatMap(({ count }) => count?.number ?? []);
  const counts = numbers.every((one, index) => one === 1 || (index > 0 && one === (numbers[index - 1] ?? 0) + 1));
  return numbers.length >= 3 && counts && numbers.length * 4 >= songs.length * 3;
}

function withoutCount(line: Line, title: string, isCounted: boolean): string {
  if (!isCounted || !line.count) return title;
  return title.slice(line.rest.length - line.count.rest.length);
}
