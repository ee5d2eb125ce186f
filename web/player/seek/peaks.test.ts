import { expect, test } from "vitest";
import { readPeaks } from "#web/peaks.ts";
import { findTile, toBars } from "./peaks.ts";

test("each bar is the loudest peak of its part, and the loudest of all reaches the top", () => {
  expect(toBars([0, 0.2, 0.5, 0.1], 2)).toEqual([0.4, 1]);
});

test("fewer peaks than bars are stretched, silence is flat, no peaks make no bars", () => {
  expect(toBars([1, 0.5], 4)).toEqual([1, 1, 0.5, 0.5]);
  expect(toBars([0, 0], 3)).toEqual([0, 0, 0]);
  expect(toBars([], 3)).toEqual([]);
});

test("a part of the recording is enlarged at the same scale, and flat before its start and after its end", () => {
  expect(toBars([0, 0.2, 0.5, 0.1], 2, { from: 0.25, to: 0.75 })).toEqual([0.4, 1]);
  expect(toBars([1, 0.5], 4, { from: -0.5, to: 0.5 })).toEqual([0, 0, 1, 1]);
  expect(toBars([1, 0.5], 4, { from: 0.5, to: 1.5 })).toEqual([0.5, 0.5, 0, 0]);
});

test("the peaks of a recording are read digit by digit, anything else means no peaks", () => {
  expect(readPeaks("0f")).toEqual([0, 1]);
  expect(readPeaks("zz")).toEqual([]);
  expect(readPeaks(null)).toEqual([]);
});

test("the small picture is the last one at or before the time", () => {
  const times = [0, 18, 36];
  expect([0, 17.9, 18, 40, -1].map((seconds) => findTile(times, seconds))).toEqual([0, 0, 1, 2, 0]);
  expect(findTile([], 5)).toBe(0);
});
