// The speed of an upload, smoothed over about the last ten seconds, without pauses. Pure.
interface Pace {
  atMs: number;
  bytes: number;
  bytesPerSecond: number | null;
}

const rememberedMs = 8000;
/** Shorter intervals measure the browser's buffers rather than the network. */
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

/** Undefined while the speed is not known. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | null): number | undefined {
  return bytesPerSecond === null || bytesPerSecond < 1 ? undefined : bytesLeft / bytesPerSecond;
}
