import { expect, test } from "vitest";
import { formatDuration, formatLength } from "./duration.ts";

test.each([
  [undefined, "n/a"],
  [null, "n/a"],
  [0, "n/a"],
  [0.9, "n/a"],
  [-3, "n/a"],
  [Number.NaN, "n/a"],
  [Infinity, "n/a"],
  [1, "1"],
  [59, "59"],
  [59.99, "59"],
  [60, "1:00"],
  [61, "1:01"],
  [3599, "59:59"],
  [3600, "1:00:00"],
  [7384.2, "2:03:04"],
  [360_000, "100:00:00"],
])("%s seconds are written as %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  [null, "n/a"],
  [0.9, "n/a"],
  [38, "0:38"],
  [61, "1:01"],
  [7384.2, "2:03:04"],
])("where it is not an entry of the list, %s seconds are written as %s", (seconds, words) => {
  expect(formatLength(seconds)).toBe(words);
});
