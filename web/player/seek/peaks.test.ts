import { expect, test } from "vitest";
import { readPeaks } from "#web/peaks.ts";
import { findTile, toBars } from "./peaks.ts";

test("each bar is the loudest of its part, and the loudest of all reaches the top", () => {
  expect(toBars([0, 0.2, 0.5, 0.1], 2)).toEqual([0.4, 1]);
});

test("fewer peaks than bars are stretched, silence stays flat, nothing stays nothing", () => {
  expect(toBars([1, 0.5], 4)).toEqual([1, 1, 0.5, 0.5]);
  expect(toBars([0, 0], 3)).toEqual([0, 0, 0]);
  expect(toBars([], 3)).toEqual([]);
});

test("what comes with the video is read digit by digit, nonsense is nothing", () => {
  expect(readPeaks("0f")).toEqual([0, 1]);
  expect(readPeaks("zz")).toEqual([]);
  expect(readPeaks(null)).toEqual([]);
});

test("the small picture is the last one that has begun", () => {
  const times = [0, 18, 36];
  expect([0, 17.9, 18, 40, -1].map((seconds) => findTile(times, seconds))).toEqual([0, 0, 1, 2, 0]);
  expect(findTile([], 5)).toBe(0);
});
