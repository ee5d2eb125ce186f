// Remembered values: what could be read or computed again, kept in bounded memory; the least recently used goes first.
// A memory says in `isOld` which event makes its values old (a changed library, a changed member), or is told by forget().
import { LRUCache } from "lru-cache";
import { shareRuns } from "./one-at-a-time.ts";

type Limits<V> = { most: number } | { mostBytes: number; bytesOf: (value: V) => number };

export interface Memory<V> {
  find(key: string): V | undefined;
  keep(key: string, value: V): V;
  /** The remembered value, or a new one. Callers at the same time share one `make`; a failure is not remembered. */
  read(key: string, make: () => Promise<V>): V | Promise<V>;
  /** Those with such a key, or all. What is being made meanwhile is not remembered either. */
  forget(isAffected?: (key: string) => boolean): void;
}

export function remember<V extends object | string | number | boolean>(
  limits: Limits<V> & { isOld?: (value: V) => boolean },
): Memory<V> {
  const { isOld = () => false } = limits;
  // not `max`, for which lru-cache takes the memory of a full cache at once
  const values = new LRUCache<string, V>(
    "most" in limits
      ? { maxSize: limits.most, sizeCalculation: () => 1 }
      : // lru-cache refuses a size of 0
        { maxSize: limits.mostBytes, sizeCalculation: (value) => Math.max(1, limits.bytesOf(value)) },
  );
  const makeOnce = shareRuns<V>();
  let timesForgotten = 0;

  const find = (key: string): V | undefined => {
    const value = values.get(key);
    return value === undefined || isOld(value) ? undefined : value;
  };
  const make = (key: string, work: () => Promise<V>): Promise<V> => {
    const before = timesForgotten;
    // a later caller must not share what was begun before something was forgotten
    return makeOnce(`${before} ${key}`, async () => {
      const value = await work();
      if (timesForgotten === before) values.set(key, value);
      return value;
    });
  };
  return {
    find,
    keep(key, value) {
      values.set(key, value);
      return value;
    },
    read: (key, work) => find(key) ?? make(key, work),
    forget(isAffected) {
      timesForgotten += 1;
      if (isAffected) for (const key of [...values.keys()].filter(isAffected)) values.delete(key);
      else values.clear();
    },
  };
}
