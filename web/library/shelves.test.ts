import { expect, test } from "vitest";
import { findInSight, layShelves, measure, placeOf } from "./shelves.ts";

test.each([
  [280, 1],
  [358, 1],
  [788, 2],
  [1408, 4],
  [1568, 5],
  [2168, 5],
])("in %i pixels there are %i columns", (width, columns) => {
  const { columnWidth, gap, columns: found } = measure(width, 16, { isList: false, canEdit: false });
  expect(found).toBe(columns);
  expect(columnWidth * columns + gap * (columns - 1)).toBeCloseTo(width);
});

test.each([
  [358, false, 80],
  [358, true, 116],
  [1408, true, 68],
])("as a list in %i pixels, with tools %s, each recording has %i pixels", (width, canEdit, rowHeight) => {
  expect(measure(width, 16, { isList: true, canEdit })).toMatchObject({ columns: 1, columnWidth: width, rowHeight });
});

const measures = { columns: 3, columnWidth: 300, gap: 20, rowHeight: 100, labelHeight: 40 };
const groups = [
  { year: 2025, count: 4 },
  { year: 2024, count: 10 },
];

test("every shelf begins where the one before it ends", () => {
  const [first, second] = layShelves(groups, measures);
  expect(first).toMatchObject({ start: 0, top: 0, height: 240 });
  expect(second).toMatchObject({ start: 4, top: 240, height: 440 });
});

test("only whole rows in sight are rendered", () => {
  const [first, second] = layShelves(groups, measures);
  if (!first || !second) throw new Error("two groups make two shelves");
  expect(findInSight(first, measures, { from: 0, to: 100 })).toEqual([0, 3]);
  expect(findInSight(first, measures, { from: 150, to: 400 })).toEqual([3, 4]);
  expect(findInSight(second, measures, { from: 0, to: 100 })).toEqual([4, 4]);
  expect(findInSight(second, measures, { from: 300, to: 390 })).toEqual([4, 10]);
  expect(findInSight(second, measures, { from: 5000, to: 6000 })).toEqual([14, 14]);
  expect(findInSight(second, measures, { from: -Infinity, to: Infinity })).toEqual([4, 14]);
});

test("a card is placed in its column and row, below the label", () => {
  const [, second] = layShelves(groups, measures);
  if (!second) throw new Error("two groups make two shelves");
  expect(placeOf(4, second, measures)).toEqual({ x: 0, y: 40 });
  expect(placeOf(9, second, measures)).toEqual({ x: 640, y: 140 });
});
