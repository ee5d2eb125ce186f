import { expect, test } from "vitest";
import { formatClock } from "#web/duration.ts";
import { formatTenths, sayTime } from "./time.ts";

test.each([
  [0, 0, "0:00"],
  [7.9, 30, "0:07"],
  [754, 900, "12:34"],
  [5, 3600, "0:00:05"],
  [3723, 3723, "1:02:03"],
  [Number.NaN, 0, "0:00"],
  [-3, 10, "0:00"],
])("%s of %s is written %s", (seconds, whole, text) => {
  expect(formatClock(seconds, whole)).toBe(text);
});

test.each([
  [7.96, 30, "0:07.9"],
  [4000.3, 10_800, "1:06:40.3"],
  [0, 3600, "0:00:00.0"],
])("%s of %s is written %s with tenths", (seconds, whole, text) => {
  expect(formatTenths(seconds, whole)).toBe(text);
});

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [62, "1 minute 2 seconds"],
  [3723, "1 hour 2 minutes 3 seconds"],
])("%s is read out as %s", (seconds, text) => {
  expect(sayTime(seconds)).toBe(text);
});
