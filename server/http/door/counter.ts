// Counts by key and name within the running minute, in bounded memory: when too many keys come, the older half is forgotten.

const windowMs = 60_000;
const mostKeys = 50_000;

type Tally = Record<string, number>;

interface Counter {
  /** 0 while `key` is within `most` of `name` for this minute, else how many seconds are left of it. */
  count(key: string, name: string, most: number): number;
}

export function createCounter(clock: () => number = Date.now): Counter {
  let began = clock();
  let newer = new Map<string, Tally>();
  let older = new Map<string, Tally>();
  const remember = (key: string): Tally => {
    const tally = older.get(key) ?? {};
    newer.set(key, tally);
    if (newer.size > mostKeys / 2) {
      older = newer;
      newer = new Map();
    }
    return tally;
  };
  return {
    count(key, name, most) {
      const now = clock();
      if (now - began >= windowMs) {
        began = now;
        newer = new Map();
        older = new Map();
      }
      const tally = newer.get(key) ?? remember(key);
      const seen = (tally[name] ?? 0) + 1;
      tally[name] = seen;
      return seen > most ? Math.ceil((began + windowMs - now) / 1000) : 0;
    },
  };
}
