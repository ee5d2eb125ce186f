// Canaries: unique words that are planted in hidden and secret data, and then searched for in everything the server sends
// or logs.
import { reaches, type Level } from "./declared.ts";

/** The lowest level that may read it in an answer; null: nobody. No canary may be in a log. */
type Reader = Level | null;

export interface Canaries {
  plant(word: string, reader: Reader, what: string): void;
  /** Searches an answer to a person of this level; null for a log or a metric. */
  look(text: string, reader: Reader, where: string): void;
  /** Canaries that were found where they must not be, as sentences. */
  readonly found: readonly string[];
  readonly searched: number;
  readonly planted: number;
  /** How often one was found where it may be: otherwise the search proves nothing. */
  readonly atHome: number;
}

/** Shorter words occur by chance. */
const leastLength = 12;
/** Words made up for this test begin with it, so one search finds them all. */
export const ownPrefix = "canary";

export function openCanaries(): Canaries {
  const words = new Map<string, { reader: Reader; what: string }>();
  const found: string[] = [];
  let searched = 0;
  let atHome = 0;
  return {
    plant(word, reader, what) {
      if (word.length < leastLength) throw new Error(`${what} is too short to search for: ${word}`);
      words.set(word.toLowerCase(), { reader, what });
    },
    look(text, reader, where) {
      searched += 1;
      const folded = text.toLowerCase();
      const hasOwn = folded.includes(ownPrefix);
      for (const [word, { reader: least, what }] of words) {
        if ((word.startsWith(ownPrefix) && !hasOwn) || !folded.includes(word)) continue;
        if (least !== null && reader !== null && reaches(reader, least)) atHome += 1;
        else found.push(`${what} in ${where}`);
      }
    },
    found,
    get searched() {
      return searched;
    },
    get planted() {
      return words.size;
    },
    get atHome() {
      return atHome;
    },
  };
}
