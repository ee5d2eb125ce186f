// Counts by key and name within the current minute. Of a flood of different keys only the latest are remembered.
import { remember } from "#server/remember.ts";

const windowMs = 60_000;
const mostKeys = 50_000;

type Tally = Record<string, number>;

interface Counter {
  /** 0 while `key` is within `most` of `name` for this minute, else how many seconds are left of it. */
  count(key: string, name: string, most: number): number;
  /** The same without counting: whether the next one is over. */
  look(key: string, name: string, most: number): number;
}

export function createCounter(clock: () => number = Date.now): Counter {
  let began = clock();
  const tallies = remember<Tally>({ most: mostKeys });
  const find = (key: string): Tally => {
    const now = clock();
    if (now - began >= windowMs) {
      began = now;
      tallies.forget();
    }
    return tallies.find(key) ?? tallies.keep(key, {});
  };
  const wait = () => Math.ceil((began + windowMs - clock()) / 1000);
  return {
    count(key, name, most) {
      const tally = find(key);
      const seen = (tally[name] ?? 0) + 1;
      tally[name] = seen;
      return seen > most ? wait() : 0;
    },
    look: (key, name, most) => ((find(key)[name] ?? 0) >= most ? wait() : 0),
  };
}
