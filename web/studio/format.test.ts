import { expect, test } from "vitest";
import { formatBytes, formatMonth, sayCount, sayLeft } from "./format.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1_500_000, "1.5 MB"],
  [12_340_000_000, "12.3 GB"],
  [999_400_000_000, "999 GB"],
  [1_000_000_000_000, "1 TB"],
  [1_234_000_000_000, "1.23 TB"],
])("%i bytes are written as '%s'", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test.each([
  [3, "less than a minute left"],
  [60, "1 min left"],
  [190, "3 min left"],
  [2 * 3600, "2 h left"],
])("%i seconds are written as '%s'", (seconds, words) => {
  expect(sayLeft(seconds)).toBe(words);
});

test("a month is written out, in any time zone", () => {
  expect(formatMonth("2026-11")).toBe("November 2026");
});

test("a count is followed by the singular or the plural", () => {
  expect([0, 1, 2].map((count) => sayCount(count, "recording"))).toEqual([
    "0 recordings",
    "1 recording",
    "2 recordings",
  ]);
  expect(sayCount(2, "entry", "entries")).toBe("2 entries");
});
