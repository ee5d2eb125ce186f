// Rate limits: how many calls a key made in its current window. The windows are fixed, as a stand-in needs no finer ones.

import type { Clock } from "./clock.ts";

export type Meters = {
  /** Counts one call; `remaining` below zero means the limit was passed. */
  count(key: string, limit: number, windowMs: number): { remaining: number; resetsAt: number };
};

export function createMeters(clock: Clock): Meters {
  const windows = new Map<string, { calls: number; resetsAt: number }>();
  return {
    count(key, limit, windowMs) {
      let window = windows.get(key);
      if (window === undefined || clock.now() >= window.resetsAt) {
        window = { calls: 0, resetsAt: clock.now() + windowMs };
        windows.set(key, window);
      }
      window.calls += 1;
      return { remaining: limit - window.calls, resetsAt: window.resetsAt };
    },
  };
}
