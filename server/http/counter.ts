// Counts by key within the running minute, in bounded memory: when too many keys come, the older half is forgotten.

const windowMs = 60_000;
const mostKeys = 50_000;

export interface Counter {
  /** 0 while `key` is within `most` for this minute, else how many seconds are left of it. */
  count(key: string, most: number): number;
}

export function createCounter(clock: () => number = Date.now): Counter {
  let began = clock();
  let newer = new Map<string, number>();
  let older = new Map<string, number>();
  return {
    count(key, most) {
      const now = clock();
      if (now - began >= windowMs) {
        began = now;
        newer = new Map();
        older = new Map();
      }
      const seen = (newer.get(key) ?? older.get(key) ?? 0) + 1;
      newer.set(key, seen);
      if (newer.size > mostKeys / 2) {
        older = newer;
        newer = new Map();
      }
      return seen > most ? Math.ceil((began + windowMs - now) / 1000) : 0;
    },
  };
}
