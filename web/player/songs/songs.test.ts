import { expect, test } from "vitest";
import type { SetListEntry } from "#contract/songs.ts";
import { findPart, findPlaying, findStep, timeSongs } from "./songs.ts";

const entry = (title: string, start: number | null, end: number | null = null): SetListEntry => ({
  ...{ id: title, part: null, start, end, talk: null, guest: null, note: null, segue: false, debut: false },
  songs: [{ id: null, title, is_cover: false, artist: null }],
});
const songs = timeSongs([entry("One", 0, 50), entry("Later", null), entry("Two", 60), entry("Three", 120)], "", 200);

test("a song plays until its end or until the next one starts, and nothing plays between two songs", () => {
  const playing = [0, 49.9, 50, 59, 60, 119, 120, 500].map((seconds) => findPlaying(songs, seconds)?.title ?? null);
  expect(playing).toEqual(["One", "One", null, null, "Two", "Two", "Three", "Three"]);
});

test("a waveform shows the song that plays, or what is between two of them", () => {
  const part = (seconds: number) => {
    const { from, to, song } = findPart(songs, seconds, 200);
    return [from, to, song?.title ?? null];
  };
  expect([0, 55, 60, 130].map(part)).toEqual([
    [0, 50, "One"],
    [50, 60, null],
    [60, 120, "Two"],
    [120, 200, "Three"],
  ]);
  // before the first; and a set list may be longer than the recording
  const late = timeSongs([entry("Late", 40, 90)], "", 60);
  expect([findPart(late, 0, 60).to, findPart(late, 50, 60).to, findPart([], 5, 60)]).toEqual([
    40,
    60,
    { from: 0, to: 60, song: null },
  ]);
});

test("the next song is the one that starts next; back goes to the start of this song, and soon after it to the one before", () => {
  const step = (seconds: number, by: -1 | 1) => findStep(songs, seconds, by)?.title ?? null;
  expect([step(0, 1), step(55, 1), step(60, 1), step(120, 1)]).toEqual(["Two", "Two", "Three", null]);
  expect([step(61, -1), step(70, -1), step(1, -1), step(55, -1)]).toEqual(["One", "Two", "One", "One"]);
});

test("a seek to a song that ends a little before its start has reached it", () => {
  expect(findPlaying(songs, 59.98)?.title).toBe("Two");
  expect([findStep(songs, 59.98, -1)?.title, findStep(songs, 59.98, 1)?.title]).toEqual(["One", "Three"]);
});

test("without a set list the times of the description count; with one they do not", () => {
  const text = "0:00 Alpha\n1:00 Beta";
  expect(timeSongs([], text, 200).map(({ title, at, to }) => [title, at, to])).toEqual([
    ["Alpha", 0, 60],
    ["Beta", 60, null],
  ]);
  expect(timeSongs([entry("Later", null)], text, 200)).toEqual([]);
});
