// How fast an upload is, smoothed: the last ten seconds or so count, and a pause does not. Pure.
export interface Pace {
  atMs: number;
  bytes: number;
  bytesPerSecond: number | null;
}

const rememberedMs = 8000;
/** Closer together they say more about the browser's buffers than about the network. */
const leastMs = 500;

export function beginPace(bytes: number, atMs: number): Pace {
  return { atMs, bytes, bytesPerSecond: null };
}

export function measurePace(before: Pace, bytes: number, atMs: number): Pace {
  const passedMs = atMs - before.atMs;
  if (passedMs < leastMs) return before;
  const now = Math.max(0, ((bytes - before.bytes) / passedMs) * 1000);
  const weight = before.bytesPerSecond === null ? 1 : 1 - Math.exp(-passedMs / rememberedMs);
  return { atMs, bytes, bytesPerSecond: (before.bytesPerSecond ?? 0) * (1 - weight) + now * weight };
}

/** Undefined while nobody can tell. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | null): number | undefined {
  return bytesPerSecond === null || bytesPerSecond < 1 ? undefined : bytesLeft / bytesPerSecond;
}
