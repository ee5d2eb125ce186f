import { expect, test } from "vitest";
import { listFound, takeFound } from "./found.ts";
import { nameRow, newSong, type Row, toRows } from "./rows.ts";

const rest = { id: null, part: null, talk: null, guest: null, note: null, segue: false, debut: false };
const rowsOf = (...entries: [title: string, start: number | null][]) =>
  toRows(entries.map(([title, start]) => ({ ...rest, start, end: null, songs: [newSong(title)] })));
const list = (rows: readonly Row[]) => rows.map((row) => [nameRow(row), row.start, row.end]);
const gaps = [
  { from: 0, to: 2 },
  { from: 60, to: 70 },
  { from: 120, to: 121.5 },
  { from: 190, to: 200 },
];

test("borders that are in the set list already, and the end of the recording, are not suggested", () => {
  expect(listFound(gaps, rowsOf(["One", 0], ["Two", 71]), 200)).toEqual([gaps[2]]);
});

test("accepted borders place the lines without a time in their order, and add songs when there are none left", () => {
  const found = listFound(gaps, [], 200);
  const placed = found.reduce<readonly Row[]>(takeFound, rowsOf(["One", null], ["Two", null]));
  expect(list(placed)).toEqual([
    ["One", 2, 60],
    ["Two", 70, null],
    ["", 121.5, null],
  ]);
});
