import fc from "fast-check";
import { expect, test } from "vitest";
import type { SetListEntry } from "#contract/songs.ts";
import { listBorders, moveBorder } from "./border-list.ts";
import { readClock } from "#web/player/borders/form/row-list.tsx";
import * as edit from "./rows.ts";
import { fitView, showMoment, zoomView } from "./view.ts";

const entry = (title: string, start: number | null, end: number | null = null): SetListEntry => ({
  ...{ id: null, part: null, start, end, talk: null, guest: null, note: null, segue: false, debut: false },
  songs: [edit.newSong(title)],
});
const list = (rows: readonly edit.Row[]) => rows.map((row) => [edit.nameRow(row), row.start, row.end]);
const duration = 100;

test("a song that starts in the middle of another divides it", () => {
  const rows = edit.toRows([entry("One", 0, 50), entry("Two", 60)]);
  expect(list(edit.startSong(rows, 20.04).rows)).toEqual([
    ["One", 0, 20],
    ["", 20, 50],
    ["Two", 60, null],
  ]);
  expect(edit.startSong(rows, 60.03).key).toBeNull();
});

test("lines without a time are placed in their order, one with each press", () => {
  let rows = edit.toRows([entry("One", 0), entry("Two", null), entry("Three", null), entry("Four", 90)]);
  rows = edit.startSong(rows, 30).rows;
  rows = edit.startSong(rows, 60).rows;
  rows = edit.startSong(rows, 95).rows;
  expect(list(rows)).toEqual([
    ["One", 0, null],
    ["Two", 30, null],
    ["Three", 60, null],
    ["Four", 90, null],
    ["", 95, null],
  ]);
});

test("a row whose time is typed moves to where that time belongs", () => {
  const rows = edit.toRows([entry("One", 10, 20), entry("Two", 30, 40), entry("Three", 50)]);
  const one = rows[0]?.key ?? "";
  expect(list(edit.placeRow(rows, one, 35))).toEqual([
    ["Two", 30, 35],
    ["One", 35, 40],
    ["Three", 50, null],
  ]);
  expect(list(edit.placeRow(rows, one, 50))).toEqual(list(rows));
});

test("two songs joined are a medley from the start of the first to the end of the second", () => {
  const rows = edit.toRows([entry("One", 10, 20), entry("Two", 30, 40), entry("Three", 50)]);
  expect(list(edit.joinNext(rows, rows[0]?.key ?? ""))).toEqual([
    ["One / Two", 10, 40],
    ["Three", 50, null],
  ]);
  expect(list(edit.joinNext(rows, rows[2]?.key ?? ""))).toEqual(list(rows));
});

test("ends are filled in up to the next song, and the last up to the end of the recording", () => {
  const rows = edit.toRows([entry("One", 10), entry("Later", null), entry("Two", 30, 40), entry("Three", 50)]);
  expect(list(edit.fillEnds(rows, duration))).toEqual([
    ["One", 10, 30],
    ["Later", null, null],
    ["Two", 30, 40],
    ["Three", 50, 100],
  ]);
});

test("a title that stays is the same song, and a new title is another one", () => {
  const known = { id: "a", title: "River", is_cover: true, artist: "The Sailors" };
  const [row] = edit.toRows([{ ...entry("", 0), songs: [known] }]);
  expect(row && edit.renameRow(row, "River / Lake").songs).toEqual([known, edit.newSong("Lake")]);
  const [single] = edit.toRows([entry("Love / Hate", 0)]);
  expect(single && edit.renameRow(single, "Love / Hates").songs).toEqual([edit.newSong("Love / Hates")]);
});

test("where one song ends and the next starts is one border, and both move", () => {
  const rows = edit.toRows([entry("One", 0, 50), entry("Two", 50, 80)]);
  const borders = listBorders(rows, duration);
  expect(borders.map(({ side, at, from, to }) => [side, at, from, to])).toEqual([
    ["start", 0, 0, 49.9],
    ["start", 50, 0.1, 79.9],
    ["end", 80, 50.1, 100],
  ]);
  const [, middle] = borders;
  if (!middle) throw new Error("a border");
  expect(list(moveBorder(rows, middle, 44.44))).toEqual([
    ["One", 0, 44.4],
    ["Two", 44.4, 80],
  ]);
  expect(list(moveBorder(rows, middle, -5))[1]).toEqual(["Two", 0.1, 80]);
});

test("whatever is done in whatever order, the times rise and nothing overlaps", () => {
  const step = fc.record({
    what: fc.constantFrom("start", "add", "place", "end", "join", "fill", "move", "remove", "unplace"),
    which: fc.nat(12),
    at: fc.integer({ min: 0, max: duration * 100 }).map((hundredths) => hundredths / 100),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let rows = edit.toRows([entry("One", 0, 30), entry("Two", null), entry("Three", 40)]);
      for (const { what, which, at } of steps) {
        const key = rows[which % Math.max(1, rows.length)]?.key ?? "";
        const borders = listBorders(rows, duration);
        const border = borders[which % Math.max(1, borders.length)];
        if (what === "start") rows = edit.startSong(rows, at).rows;
        if (what === "add") rows = edit.addRow(rows, at).rows;
        if (what === "place") rows = edit.placeRow(rows, key, at);
        if (what === "end") rows = edit.endRow(rows, key, at);
        if (what === "join") rows = edit.joinNext(rows, key);
        if (what === "fill") rows = edit.fillEnds(rows, duration);
        if (what === "move" && border) rows = moveBorder(rows, border, at);
        if (what === "remove") rows = edit.removeRow(rows, key);
        if (what === "unplace") rows = edit.unplaceRow(rows, key);
        expect(findWrong(rows)).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

function findWrong(rows: readonly edit.Row[]): unknown[] {
  const timed = rows.filter(edit.isTimed);
  const wrong = timed.filter(({ start, end }, index) => {
    const next = timed[index + 1]?.start ?? Infinity;
    const isEndGood = end === null || (end > start && end <= next && end <= duration);
    return start < 0 || next <= start || !isEndGood;
  });
  return [...wrong, ...rows.filter(({ start, end }) => start === null && end !== null)];
}

test("times are typed as people write them", () => {
  expect(["83.44", "1:23,4", "1:02:03.4", " 0:05 ", "", "90:00"].map(readClock)).toEqual([
    83.4,
    83.4,
    3723.4,
    5,
    null,
    5400,
  ]);
  expect(["x", "1:60", "1:2:3:4", "-5"].map(readClock)).toEqual([undefined, undefined, undefined, undefined]);
});

test("zooming keeps the moment in its place, and the view stays inside the recording", () => {
  const whole = { from: 0, to: 1000 };
  expect(zoomView(whole, 0.5, { around: 250, duration: 1000 })).toEqual({ from: 125, to: 625 });
  expect(zoomView(whole, 2, { around: 250, duration: 1000 })).toEqual(whole);
  expect(zoomView({ from: 0, to: 10 }, 0.1, { around: 0, duration: 1000 })).toEqual({ from: 0, to: 8 });
  expect(showMoment({ from: 0, to: 100 }, 50, 1000)).toEqual({ from: 0, to: 100 });
  expect(showMoment({ from: 0, to: 100 }, 500, 1000)).toEqual({ from: 450, to: 550 });
  expect(fitView({ from: 950, to: 1050 }, 1000)).toEqual({ from: 900, to: 1000 });
});
