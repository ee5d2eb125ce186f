// The speed of an upload, smoothed over about the last ten seconds, without pauses. Pure.
export interface Pace {
  atMs: number;
  bytes: number;
  bytesPerSecond: number | null;
  /** The browser has filled its buffers: from here on, its reports follow the network. */
  isSteady: boolean;
}

const rememberedMs = 8000;
/** Shorter intervals measure the browser's buffers rather than the network. */
const leastMs = 500;

/** Null before the first report, which says where the upload starts: what was sent before an interruption does not count. */
export function measurePace(before: Pace | null, bytes: number, atMs: number): Pace {
  if (before === null) return { atMs, bytes, bytesPerSecond: null, isSteady: false };
  const passedMs = atMs - before.atMs;
  if (passedMs < leastMs) return before;
  if (!before.isSteady) return { atMs, bytes, bytesPerSecond: null, isSteady: true };
  const now = Math.max(0, ((bytes - before.bytes) / passedMs) * 1000);
  const weight = before.bytesPerSecond === null ? 1 : 1 - Math.exp(-passedMs / rememberedMs);
  const bytesPerSecond = (before.bytesPerSecond ?? 0) * (1 - weight) + now * weight;
  return { atMs, bytes, bytesPerSecond, isSteady: true };
}

/** Undefined while the speed is not known. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | null): number | undefined {
  return bytesPerSecond === null || bytesPerSecond < 1 ? undefined : bytesLeft / bytesPerSecond;
}
