import { expect, test } from "vitest";
import { readMoment, splitMoments, writeMoment } from "./moment.ts";

const read = (query: string) => readMoment(new URLSearchParams(query));

test.each([
  ["t=83", 83],
  ["t=83.5", 83.5],
  ["t=1:23", 83],
  ["t=1:02:03", 3723],
  ["t=1m23s", 83],
  ["t=2h", 7200],
  ["t=-4", null],
  ["t=soon", null],
  ["t=", null],
  ["", null],
])("?%s begins at %s", (query, at) => {
  expect(read(query).at).toBe(at);
});

test("a loop needs both ends, in their order, and some length", () => {
  expect(read("a=10&b=14.5").loop).toEqual({ from: 10, to: 14.5 });
  expect(read("a=10").loop).toBeNull();
  expect(read("a=10&b=9").loop).toBeNull();
  expect(read("a=10&b=10.1").loop).toBeNull();
});

test("a moment is written and read back, and other parameters stay", () => {
  const moment = { at: 61.25, loop: { from: 1.005, to: 12 } };
  const query = writeMoment(new URLSearchParams("q=night&t=4"), moment);
  expect(query.get("q")).toBe("night");
  expect(readMoment(query)).toEqual({ at: 61.25, loop: { from: 1, to: 12 } });
  expect(writeMoment(query, { at: null, loop: null }).toString()).toBe("q=night");
  expect(writeMoment(query, { at: null, loop: { from: 3, to: null } }).toString()).toBe("q=night");
});

test("a time in a text is found, if the recording is that long", () => {
  const text =
    "0:00 Doors\n12:34 Night drive (live)\n1:02:03 Encore; 2:30:00 is over\non 2024-05-01 at 21:30:15, ratio 16:9, v1:23:45:6, scale 1:100, 3:20.5";
  const found = splitMoments(text, 5400).filter(({ at }) => at !== null);
  expect(found).toEqual([
    { text: "0:00", at: 0 },
    { text: "12:34", at: 754 },
    { text: "1:02:03", at: 3723 },
  ]);
  expect(
    splitMoments(text, 5400)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
  expect(splitMoments("", 10)).toEqual([{ text: "", at: null }]);
});
