// How dates, counts and remaining time are written in the studio.
import { words } from "./words.ts";

export { formatBytes } from "#web/bytes.ts";

/** 22 November 2026. */
export function formatDay(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { dateStyle: "long" });
}

/** 22 Nov 2026, 14:30. */
export function formatMoment(moment: string): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** November 2026, of 2026-11. */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return date.toLocaleDateString(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
}

/** Rounded: seconds do not matter when hours are left. */
export function sayLeft(seconds: number): string {
  if (seconds < 50) return words.timeLeft.lessThanAMinute;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return words.timeLeft.minutes(minutes);
  return words.timeLeft.hours(Math.round(minutes / 60));
}

export function sayCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
