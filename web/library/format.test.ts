import { expect, test } from "vitest";
import { formatDate, formatDayOf, formatDay, machineDate } from "#contract/dates/dates.ts";
import { monthOf } from "#web/library/filter/filter.ts";
import { sayDeletion } from "./format.ts";

const evening = { add_date: "2024-12-31T23:30:00.000Z", time_missing: false };
const day = { add_date: "2024-05-01T00:00:00.000Z", time_missing: true };

test.each([
  ["en-US", "America/New_York", "12/31/24, 6:30 PM"],
  ["en-GB", "Europe/London", "31/12/2024, 23:30"],
  ["de-DE", "Europe/Berlin", "01.01.25, 00:30"],
  ["ja-JP", "Asia/Tokyo", "2025/01/01 8:30"],
])("a moment is a short date with time, in %s and %s", (locale, timeZone, words) => {
  expect(formatDate(evening, { locale, timeZone }).replaceAll("\u202f", " ")).toBe(words);
});

test.each([
  ["en-US", "America/New_York", "May 1, 2024"],
  ["en-GB", "Pacific/Auckland", "1 May 2024"],
  ["de-DE", "Pacific/Honolulu", "1. Mai 2024"],
  ["ja-JP", "Asia/Tokyo", "2024年5月1日"],
])("a day without a time is a long date, and the same day everywhere: %s, %s", (locale, timeZone, words) => {
  expect(formatDate(day, { locale, timeZone })).toBe(words);
});

test("beside the days of songs a recording's date is a long date, too, in one's own time", () => {
  const place = { locale: "en-GB", timeZone: "Europe/Berlin" };
  expect(formatDayOf(evening, place)).toBe("1 January 2025");
  expect(formatDayOf(day, place)).toBe("1 May 2024");
});

test.each([
  ["en-US", "America/New_York", "year", "2017"],
  ["en-GB", "Pacific/Auckland", "month", "January 2017"],
  ["de-DE", "Pacific/Honolulu", "month", "Januar 2017"],
  ["ja-JP", "Asia/Tokyo", "year", "2017年"],
] as const)(
  "of a date whose day is not known only the rest is written: %s, %s",
  (locale, timeZone, only_known, words) => {
    const dated = { add_date: "2017-01-01T00:00:00.000Z", time_missing: true, only_known };
    expect(formatDate(dated, { locale, timeZone })).toBe(words);
    expect(formatDay({ played_at: dated.add_date, only_known }, { locale, timeZone })).toBe(words);
    expect(machineDate(dated)).toBe(only_known === "year" ? "2017" : "2017-01");
  },
);

test("without a locale and a time zone those of the browser are used", () => {
  expect(formatDate(evening)).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" }).format(new Date(evening.add_date)),
  );
});

test("an invalid date is written as nothing", () => {
  expect(formatDate({ add_date: "soon", time_missing: false })).toBe("");
});

test("the year of a day without a time does not depend on the time zone", () => {
  expect(monthOf({ add_date: "2024-01-01T00:00:00.000Z", time_missing: true })).toEqual({ year: 2024, month: 0 });
});

test("a deletion is announced from a week before, and not sooner", () => {
  const now = new Date("2026-11-15T12:00:00Z");
  const place = { locale: "en-GB", timeZone: "UTC" };
  const say = (moment: string | null) => sayDeletion(moment, now, place);
  expect(say(null)).toBeUndefined();
  expect(say("2026-11-22T12:00:01Z")).toBeUndefined();
  expect(say("2026-11-22T12:00:00Z")).toBe("will be deleted on 22 Nov");
  expect(say("2026-11-15T11:59:59Z")).toBe("will be deleted soon");
});
