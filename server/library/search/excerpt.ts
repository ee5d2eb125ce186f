// The place in a text where words were found, as it is shown: a part of the text, and which letters of it to mark. Pure.
import { findMarks, type Mark } from "#contract/search/marks.ts";

export interface Excerpt {
  text: string;
  marks: Mark[];
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
