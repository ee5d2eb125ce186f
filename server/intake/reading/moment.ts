// Dates as files write them: a year, a month, a day, or a moment. What no clock of a recorder would say is not believed. Pure.
import type { OnlyKnown } from "#contract/dates/dates.ts";
import { fromLocal, isInCalendar, toUtc, type LocalTime } from "./zone.ts";

export interface Moment {
  /** The beginning of the day, of the month or of the year in UTC, where no more is known. */
  at: Date;
  precision: "time" | "day" | OnlyKnown;
}

const dayMs = 86_400_000;

/** 2024, 2024-05, 20240501, 2024-05-01, 2024-05-01T21:30[:15][Z|+02:00], also with a blank or with dots. */
export function readMoment(text: string, zone: string): Moment | undefined {
  const groups = pattern.exec(text.trim())?.groups;
  if (!groups) return undefined;
  // 20241 could be many things
  const { sign, other, month = "00", day = "00" } = groups;
  if (other !== undefined && other !== sign) return undefined;
  if (sign === "" && month.length + day.length < 4) return undefined;
  return makeMoment({ ...groups, zone: groups.zone?.replace(/^(?:UTC|GMT)$/i, "Z") }, zone);
}

const pattern = new RegExp(
  "^(?<year>\\d{4})(?:(?<sign>[-/.:]?)(?<month>\\d\\d?)(?:(?<other>[-/.:]?)(?<day>\\d\\d?)" +
    "(?:[T\\s]+(?<hour>\\d\\d?)[:.]?(?<minute>\\d\\d)(?:[:.]?(?<second>\\d\\d)(?:[.,]\\d{1,9})?)?" +
    "\\s*(?<zone>Z|UTC|GMT|[+-]\\d\\d:?\\d\\d)?)?)?)?$",
  "i",
);

export type DateGroups = Record<string, string | undefined>;

/** From the named parts of a date: year, month, day, hour, minute, second, half (a or p), zone. Without a zone it is local. */
export function makeMoment(groups: DateGroups, zone: string): Moment | undefined {
  const number = (name: string, fallback: number) => (groups[name] === undefined ? fallback : Number(groups[name]));
  const year = number("year", 0);
  const local: LocalTime = {
    year,
    month: number("month", 1),
    day: number("day", 1),
    hour: readHour(groups),
    minute: number("minute", 0),
    second: number("second", 0),
  };
  if (!isInCalendar(local)) return undefined;
  const precision = !groups.month ? "year" : !groups.day ? "month" : groups.hour === undefined ? "day" : "time";
  const at = precision === "time" ? readTime(local, groups.zone, zone) : new Date(toUtc(local));
  return isPlausible(at) ? { at, precision } : undefined;
}

function readHour({ hour, half }: DateGroups): number {
  if (hour === undefined) return 0;
  if (!half) return Number(hour);
  return (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
}

function readTime(local: LocalTime, said: string | undefined, zone: string): Date {
  if (said === undefined) return fromLocal(local, zone);
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)$/.exec(said) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return new Date(toUtc(local) - (sign === "-" ? -offset : offset));
}

/** Seconds since 1970, as downloaders write them. */
export function readTimestamp(seconds: number): Moment | undefined {
  const at = new Date(seconds * 1000);
  return isPlausible(at) ? { at, precision: "time" } : undefined;
}

/** How little of it is known; null where the day is. */
export function onlyKnownOf({ precision }: Pick<Moment, "precision">): OnlyKnown | null {
  return precision === "month" || precision === "year" ? precision : null;
}

/** A clock that was never set says 1904, 1970 or 1980. What is said to be in the future is a wrong clock, too. */
function isPlausible(at: Date): boolean {
  const ms = at.getTime();
  if (Number.isNaN(ms) || at.getUTCFullYear() < 1971 || ms > Date.now() + 2 * dayMs) return false;
  return !/^1980-01-0[01]/.test(at.toISOString());
}
