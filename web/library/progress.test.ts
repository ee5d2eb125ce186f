import { expect, test } from "vitest";
import { readPeaks } from "#web/peaks.ts";
import { findProgress, listUnfinished } from "./progress.ts";

test.each([
  [0, 3600, undefined],
  [4, 3600, undefined],
  [5, 3600, 5 / 3600],
  [1800, 3600, 0.5],
  [3569, 3600, 3569 / 3600],
  [3570, 3600, undefined],
  [3600, 3600, undefined],
  [9999, 3600, undefined],
  [1, 2, 0.5],
  [10, null, undefined],
  [10, 0, undefined],
])("at %s of %s seconds the progress is %s", (position, duration, progress) => {
  expect(findProgress(position, duration)).toBe(progress);
});

test("the recording watched last comes first, and deleted ones are left out", () => {
  const videos = [
    { id: "a", duration: 100 },
    { id: "b", duration: 100 },
    { id: "c", duration: 100 },
  ];
  expect(listUnfinished(videos, { c: 50, gone: 50, a: 50, b: 99 }).map(({ id }) => id)).toEqual(["a", "c"]);
  expect(listUnfinished(videos, {})).toEqual([]);
});

test("peaks are hex digits, and anything else means no peaks", () => {
  expect(readPeaks("0f")).toEqual([0, 1]);
  expect(readPeaks(null)).toEqual([]);
  expect(readPeaks("xyz")).toEqual([]);
});
