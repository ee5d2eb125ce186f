// How the duration of a recording is written, wherever recordings are listed.
import { words } from "./words.ts";

/** Whole seconds as s, m:ss or h:mm:ss; 'n/a' when absent or zero. */
export function formatDuration(seconds: number | null | undefined): string {
  const whole = Math.floor(seconds ?? 0);
  if (!Number.isFinite(whole) || whole <= 0) return words.noDuration;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`;
  return minutes > 0 ? `${minutes}:${twoDigits(rest)}` : String(rest);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
