// Checks whether a player reached the end of a recording.
import type { Truth } from "../odd-sources/model.ts";

const endTolerance = 0.3;

export function checkEnd(what: string, ends: number, { seconds, slack }: Truth): string[] {
  if (Math.abs(ends - seconds) <= endTolerance + slack) return [];
  return [`${what} ends at ${ends.toFixed(2)} s instead of ${seconds.toFixed(2)} s`];
}

/** The last frame is shown until the end, so it may have come long before. */
export function checkLastPicture(at: number, { seconds, slack, pictures }: Truth): string[] {
  const last = pictures.at(-1)?.at ?? 0;
  if (at >= last - endTolerance - slack && at <= seconds + endTolerance + slack) return [];
  return [`the last picture comes at ${at.toFixed(2)} s instead of ${last.toFixed(2)} s`];
}
