// Counts by key within the running minute, in bounded memory: when too many keys come, the oldest are forgotten.

const windowMs = 60_000;
const mostKeys = 50_000;

export interface Counter {
  /** 0 while `key` is within `most` for this minute, else how many seconds are left of it. */
  count(key: string, most: number): number;
}

export function createCounter(clock: () => number = Date.now): Counter {
  let began = clock();
  let counts = new Map<string, number>();
  return {
    count(key, most) {
      const now = clock();
      if (now - began >= windowMs) {
        began = now;
        counts = new Map();
      }
      const seen = (counts.get(key) ?? 0) + 1;
      counts.set(key, seen);
      if (counts.size > mostKeys) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
      return seen > most ? Math.ceil((began + windowMs - now) / 1000) : 0;
    },
  };
}
