// How long ago something was, in words: "3 hours ago".
import { words } from "./words.ts";

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

export function sayAgo(then: Date, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (["minute", 60] as const);
  if (seconds < 60) return words.justNow;
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
