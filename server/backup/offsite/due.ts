// When the next backup is due. Pure.
import { lastTime } from "#server/queue/last-time.ts";

const hourMs = 3_600_000;

interface Runs {
  /** When the last good one began, and the last of all. */
  lastGood: Date | undefined;
  last: Date | undefined;
}

/** After a failure it is tried again every hour. */
export function isDue(hour: number, when: { now: Date; timeZone: string }, { lastGood, last }: Runs): boolean {
  if (lastGood && lastGood >= lastTime(hour, when)) return false;
  return !last || when.now.getTime() - last.getTime() >= hourMs;
}
