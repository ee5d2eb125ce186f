// How bytes, dates, counts and remaining time are written in the studio.
import { words } from "./words.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"] as const;

/** In steps of a thousand, as disks are sold: 1.5 GB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3 + 1e-9));
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2,
  }).format(amount);
}

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
