// How times are written and read out in the player.
import { words } from "./words.ts";

/** 0:07, 12:34 or 1:02:03; always with hours when the whole recording has hours. */
export function formatClock(seconds: number, whole = seconds): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return whole >= 3600 ? `${hours}:${two(minutes)}:${two(rest)}` : `${Math.floor(total / 60)}:${two(rest)}`;
}

/** With tenths of a second, for choosing a moment exactly. */
export function formatTenths(seconds: number, whole = seconds): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6));
  return `${formatClock(Math.floor(tenths / 10), whole)}.${tenths % 10}`;
}

/** As a screen reader says it: 1 hour 2 minutes 3 seconds. */
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
