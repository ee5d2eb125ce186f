// Times of day in the archive's time zone, such as those in file names. Pure.

export interface LocalTime {
  year: number;
  /** Counted from 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** The moment at which a clock in this zone shows that time. What a clock skips in spring is read an hour later. */
export function fromLocal(local: LocalTime, zone: string): Date {
  const shown = toUtc(local);
  const first = shown - offsetAt(shown, zone);
  const second = shown - offsetAt(first, zone);
  return new Date(second);
}

/** What a clock in this zone shows, written as if it was UTC: `toISOString()` of it has the local day and time. */
export function toLocal(date: Date, zone: string): Date {
  return new Date(date.getTime() + offsetAt(date.getTime(), zone));
}

/** Written as 2024-05-01. */
export function localDay(date: Date, zone: string): string {
  return toLocal(date, zone).toISOString().slice(0, 10);
}

export function toUtc({ year, month, day, hour, minute, second }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** False for the 30th of February and for 25 o'clock. */
export function isInCalendar(local: LocalTime): boolean {
  const { year, month, day, hour, minute, second } = local;
  if (hour > 23 || minute > 59 || second > 59) return false;
  const date = new Date(toUtc(local));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(ms: number, zone: string): number {
  const whole = Math.floor(ms / 1000) * 1000;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return toUtc({ year, month, day, hour, minute, second }) - whole;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const numbers = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const times = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, calendar: "gregory", ...numbers, ...times });
  formats.set(zone, format);
  return format;
}
