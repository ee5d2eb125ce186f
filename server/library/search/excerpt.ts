// The place in a text where words were found, as it is shown: a part of the text, and which letters of it to mark. Pure.
import { fold } from "#contract/fold.ts";

export interface Excerpt {
  text: string;
  /** From and to, in the text; in order, none overlapping. */
  marks: [from: number, to: number][];
}

const mostLetters = 160;
const lettersBefore = 40;

/** The words are folded. Null when none of them is in it. */
export function findExcerpt(text: string, words: readonly string[]): Excerpt | null {
  const marks = findMarks(text, words);
  const [first] = marks;
  if (!first) return null;
  const from = text.length <= mostLetters ? 0 : startOf(text, first[0]);
  const to = Math.min(text.length, from + mostLetters);
  const part = text.slice(from, to).toWellFormed().replaceAll(/\s/g, " ");
  return {
    text: `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`,
    marks: marks
      .filter(([begin, end]) => begin >= from && end <= to)
      .map(([begin, end]) => [begin - from + (from > 0 ? 1 : 0), end - from + (from > 0 ? 1 : 0)]),
  };
}

/** At a word, some letters before the first mark. */
function startOf(text: string, mark: number): number {
  const earliest = Math.max(0, mark - lettersBefore);
  if (earliest === 0) return 0;
  const gap = text.slice(earliest, mark).search(/\s/);
  return gap < 0 ? earliest : earliest + gap + 1;
}

function findMarks(text: string, words: readonly string[]): [number, number][] {
  const { folded, places } = foldWithPlaces(text);
  const found: [number, number][] = [];
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const [begin, end] = [places[at]?.[0], places[at + word.length - 1]?.[1]];
      if (begin !== undefined && end !== undefined) found.push([begin, end]);
    }
  return merge(found.toSorted(([a], [b]) => a - b));
}

/** Letter by letter, with its marks: as folded as the whole, and each folded letter knows where it came from. */
function foldWithPlaces(text: string): { folded: string; places: [from: number, to: number][] } {
  let folded = "";
  const places: [number, number][] = [];
  for (const { 0: letter, index } of text.matchAll(/\s+|.\p{M}*/gsu)) {
    const part = /^\s/.test(letter) ? " " : fold(letter);
    for (let n = 0; n < part.length; n += 1) places.push([index, index + letter.length]);
    folded += part;
  }
  return { folded, places };
}

function merge(found: readonly [number, number][]): [number, number][] {
  const marks: [number, number][] = [];
  for (const [from, to] of found) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}
