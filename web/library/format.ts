// How durations and dates are written in the list.
import type { Place } from "#web/dates.ts";
import { words } from "./words.ts";

/** Whole seconds as s, m:ss or h:mm:ss; 'n/a' when absent or zero. */
export function formatDuration(seconds: number | null | undefined): string {
  const whole = Math.floor(seconds ?? 0);
  if (!Number.isFinite(whole) || whole <= 0) return words.card.noDuration;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`;
  return minutes > 0 ? `${minutes}:${twoDigits(rest)}` : String(rest);
}

/** How long before a recording is deleted its card says so. */
const noticeMs = 7 * 24 * 60 * 60 * 1000;

/** "will be deleted on 22 Nov", from a week before; undefined when there is nothing to say yet. */
export function sayDeletion(
  leavesAt: string | null,
  now = new Date(),
  { locale, timeZone }: Place = {},
): string | undefined {
  if (leavesAt === null) return undefined;
  const date = new Date(leavesAt);
  if (date.getTime() - now.getTime() > noticeMs) return undefined;
  const style = { day: "numeric", month: "short", ...(timeZone !== undefined && { timeZone }) } as const;
  return date < now ? words.card.deletedSoon : words.card.deletedOn(date.toLocaleDateString(locale, style));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
