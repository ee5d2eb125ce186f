// Where the words of a search are in a text as it is shown. Server and page mark the same letters.
import { fold } from "#contract/search/fold.ts";

export type Mark = [from: number, to: number];

/** The words are folded. From and to, in the text; in order, none overlapping. */
export function findMarks(text: string, words: readonly string[]): Mark[] {
  const { folded, places } = foldWithPlaces(text);
  const found: Mark[] = [];
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
  const places: Mark[] = [];
  for (const { 0: letter, index } of text.matchAll(/\s+|.\p{M}*/gsu)) {
    const part = /^\s/.test(letter) ? " " : fold(letter);
    for (let n = 0; n < part.length; n += 1) places.push([index, index + letter.length]);
    folded += part;
  }
  return { folded, places };
}

function merge(found: readonly Mark[]): Mark[] {
  const marks: Mark[] = [];
  for (const [from, to] of found) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}
