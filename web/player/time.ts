// How times are written and read out in the player.
import { formatClock } from "#web/duration.ts";
import { words } from "./words.ts";

/** Tenths of a second are written where a moment is chosen exactly. */
export function formatTenths(seconds: number, whole = seconds): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6));
  return `${formatClock(Math.floor(tenths / 10), whole)}.${tenths % 10}`;
}

/** Words for a screen reader: 1 hour 2 minutes 3 seconds. */
export function sayTime(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(total / 3600), words.time.hours],
    [Math.floor(total / 60) % 60, words.time.minutes],
    [total % 60, words.time.seconds],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
  return said.length > 0 ? said.join(" ") : words.time.seconds(0);
}
