// How durations, days and moments of a recording are written, wherever recordings are listed or played.
import { words } from "./words.ts";

/** The length in a list, as specified: whole seconds as s, m:ss or h:mm:ss; 'n/a' when absent or zero. */
export function formatDuration(seconds: number | null | undefined): string {
  const whole = Math.floor(seconds ?? 0);
  if (!Number.isFinite(whole) || whole <= 0) return words.noDuration;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`;
  return minutes > 0 ? `${minutes}:${twoDigits(rest)}` : String(rest);
}

/** Everywhere else: a time in a row of times is not a mere number. */
export function formatLength(seconds: number | null | undefined): string {
  return seconds && seconds >= 1 ? formatClock(seconds) : words.noDuration;
}

/** 0:07, 12:34 or 1:02:03; always with hours when the whole recording has hours. */
export function formatClock(seconds: number, whole = seconds): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return whole >= 3600
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`
    : `${Math.floor(total / 60)}:${twoDigits(rest)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** As in 2026-11-19, where the browser is. */
export function localDay(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
