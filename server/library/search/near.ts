// Small spelling mistakes: words of the library that are spelled nearly like those that somebody typed. Only words of titles and songs
// that the audience may see, so nothing is told by a guess. The same on both databases, because it is computed here.
import { setImmediate } from "node:timers/promises";
import { levelLimits } from "#contract/levels/level-limits.ts";
import { foldWords } from "#contract/search/fold.ts";
import { type Audience, visibleTo } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { readVersion } from "#server/library/version.ts";
import type { SongLists } from "#server/library/songs/song-list.ts";
import { remember } from "#server/remember.ts";

/** How often each word occurs. */
type Vocabulary = ReadonlyMap<string, number>;

interface Speller {
  /** The search with other words; null where there are none. */
  correct(audience: Audience, q: string): Promise<string | null>;
}

export function createSpeller(db: Database, lists: SongLists): Speller {
  // the version is part of each key
  const vocabularies = remember<Vocabulary>({ most: levelLimits.above + 2 });
  return {
    async correct(audience, q) {
      const words = foldWords(q);
      if (words.every((word) => mostEdits(word) === 0)) return null;
      const key = `${audience.key} ${await readVersion(db)}`;
      return correctWords(words, await vocabularies.read(key, () => readVocabulary(db, lists, audience)));
    },
  };
}

const slice = 2000;

/** Reads in slices, with a pause after each for other requests. */
async function readVocabulary(db: Database, lists: SongLists, audience: Audience): Promise<Vocabulary> {
  const counts = new Map<string, number>();
  const add = (text: string, times: number) => {
    for (const word of text.split(/[^\p{L}\p{M}\p{N}]+/u))
      if (word !== "") counts.set(word, (counts.get(word) ?? 0) + times);
  };
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("video")
      .select(["id", "title_folded"])
      .where(visibleTo(audience))
      .where("id", ">", after)
      .orderBy("id")
      .limit(slice)
      .execute();
    for (const { title_folded } of rows) add(title_folded, 1);
    const last = rows.at(-1);
    if (!last || rows.length < slice) break;
    after = last.id;
    await setImmediate();
  }
  for (const { names, times } of await lists.all(audience)) if (times > 0) for (const name of names) add(name, times);
  return counts;
}

/** Words that are part of a known one stay; the last one may have been typed only in part. */
function correctWords(words: readonly string[], vocabulary: Vocabulary): string | null {
  const corrected = words.map((word, index) => {
    const most = mostEdits(word);
    if (most === 0 || vocabulary.keys().some((known) => known.includes(word))) return word;
    return findNearest(word, vocabulary, { most, isBegun: index === words.length - 1 }) ?? word;
  });
  return corrected.some((word, index) => word !== words[index]) ? corrected.join(" ") : null;
}

/** The fewest letters of an unfinished word: fewer are the beginning of too much. */
const leastBegun = 5;

/** How many letters may be wrong: of a short word each says too much, and numbers mean what they say. */
function mostEdits(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

function findNearest(
  word: string,
  vocabulary: Vocabulary,
  { most, isBegun }: { most: number; isBegun: boolean },
): string | undefined {
  let best: { known: string; cost: number; times: number } | undefined;
  for (const [known, times] of vocabulary) {
    // hardly anybody mistakes the first letter, except with the second one
    if (known[0] !== word[0] && known[0] !== word[1]) continue;
    const whole = countEdits(word, known, most);
    // a word as it stands is likelier than one that only begins so
    const part =
      isBegun && word.length >= leastBegun && known.length > word.length ? countBegun(word, known, most) : most + 1;
    if (whole > most && part > most) continue;
    const cost = Math.min(whole * 2, part * 2 + 1);
    const isBetter =
      !best ||
      cost < best.cost ||
      (cost === best.cost && (times > best.times || (times === best.times && known < best.known)));
    if (isBetter) best = { known, cost, times };
  }
  return best?.known;
}

function countBegun(word: string, known: string, most: number): number {
  let fewest = most + 1;
  for (let length = word.length - most; length <= word.length + most && length < known.length; length++)
    fewest = Math.min(fewest, countEdits(word, known.slice(0, length), most));
  return fewest;
}

/** How many letters have to be changed, or exchanged with the one beside them; more than `most` is not counted to the end. */
export function countEdits(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const exchanged = isExchanged ? (before[j - 2] ?? 0) + 1 : changed;
      next.push(Math.min(changed, exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    // an exchange reaches back two letters
    if (Math.min(...next) > most && Math.min(...row) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[other.length] ?? most + 1;
}
