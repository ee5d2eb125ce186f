// The part of a recording that is shared, in whole seconds: within the recording and within the limits. Pure.
import { momentLimits } from "#contract/moments/moment-limits.ts";

interface Part {
  start: number;
  end: number;
}

const usualSeconds = 30;
const { leastSeconds: least, seconds: most } = momentLimits;

/** The loop, if one is set; else from now on. */
export function choosePart({ now, loop, duration }: { now: number; loop: Loop | null; duration: number }): Part {
  const whole = Math.floor(duration);
  const hasLoop = loop?.to != null;
  const start = Math.max(0, Math.min(Math.floor(hasLoop ? loop.from : now), whole - least));
  const end = hasLoop && loop.to !== null ? Math.ceil(loop.to) : start + usualSeconds;
  return { start, end: Math.min(whole, start + most, Math.max(end, start + least)) };
}

interface Loop {
  from: number;
  to: number | null;
}

/** The end follows, if it must. */
export function moveStart({ end }: Part, to: number, duration: number): Part {
  const start = Math.max(0, Math.min(to, Math.floor(duration) - least));
  return { start, end: Math.min(Math.floor(duration), start + most, Math.max(end, start + least)) };
}

/** The start follows, if it must. */
export function moveEnd({ start }: Part, to: number, duration: number): Part {
  const end = Math.max(least, Math.min(to, Math.floor(duration)));
  return { start: Math.max(0, end - most, Math.min(start, end - least)), end };
}
