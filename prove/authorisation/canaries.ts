// Words that must not turn up where they do not belong: planted in what is hidden, then looked for in everything that
// comes out.
import { reaches, type Level } from "./declared.ts";

/** The least who may read it in an answer; null: nobody, ever. No canary belongs into a log. */
export type Reader = Level | null;

export interface Canaries {
  plant(word: string, reader: Reader, what: string): void;
  /** Looks through an answer to somebody; null is a log or a metric. */
  look(text: string, reader: Reader, where: string): void;
  /** What was found, as sentences. */
  readonly found: readonly string[];
  readonly searched: number;
  readonly planted: number;
  /** How often one was where it belongs: without that the search proves nothing. */
  readonly atHome: number;
}

/** Shorter ones turn up by chance. */
const leastLength = 12;
/** Words that were made up for this begin with it, and so are not looked for one by one. */
export const ownPrefix = "canary";

export function openCanaries(): Canaries {
  const words = new Map<string, { reader: Reader; what: string }>();
  const found: string[] = [];
  let searched = 0;
  let atHome = 0;
  return {
    plant(word, reader, what) {
      if (word.length < leastLength) throw new Error(`${what} is too short to be looked for: ${word}`);
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
