import { expect, test } from "vitest";
import { findSong, listSongs, readMoment, splitMoments, writeMoment, leaveOutSongs } from "./moment.ts";

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

test("a set list in the description names the song at each moment", () => {
  const songs = listSongs(
    "What we played:\n0:05 Overture\n 2. 1:20 – Night drive\n[1:02:03] Encore (2:00 long)\nThanks!",
    9000,
  );
  expect(songs).toEqual([
    { at: 5, title: "Overture" },
    { at: 80, title: "Night drive" },
    { at: 3723, title: "Encore (2:00 long)" },
  ]);
  expect([0, 5, 79, 80, 8000].map((seconds) => findSong(songs, seconds))).toEqual([
    null,
    "Overture",
    "Overture",
    "Night drive",
    "Encore (2:00 long)",
  ]);
});

test.each([
  ["one time alone", "0:05 Overture"],
  ["a time in the middle of a sentence", "Doors opened at 19:30\nand closed at 23:00"],
  ["times that go back", "1:20 Night drive\n0:05 Overture"],
  ["no text beside them", "0:05\n1:20"],
])("%s is no set list", (_name, text) => {
  expect(listSongs(text, 9000)).toEqual([]);
});

test("what the set list has already is left out of the description, and nothing else", () => {
  const text = "Recorded at home.\n0:00 One\n1:00 - Two\n2:00 Talk about it\nThe best is at 1:00.";
  const entries = [{ start: 1 }, { start: 60 }, { start: null }];
  expect(leaveOutSongs(text, entries, 200)).toBe("Recorded at home.\n2:00 Talk about it\nThe best is at 1:00.");
  expect(leaveOutSongs(text, [], 200)).toBe(text);
  expect(leaveOutSongs("0:00 One\n1:00 Two", entries, 200)).toBe("");
});
