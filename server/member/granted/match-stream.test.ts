import { expect, it } from "vitest";
import { findVideoNumber, matchStream } from "./match-stream.ts";

const video = (id: string, startedAt: string, durationSeconds: number) => ({
  ...{ id, title: `Stream ${id}`, startedAt: new Date(startedAt), durationSeconds },
});
const evening = video("1", "2026-10-11T18:00:00Z", 10_800);
const matinee = video("2", "2026-10-11T10:00:00Z", 3600);
const older = video("3", "2026-10-01T18:00:00Z", 10_800);
const videos = [evening, matinee, older];
const recorded = (date: string, durationSeconds: number | null, timeMissing = false) => ({
  ...{ date: new Date(date), durationSeconds, timeMissing, onlyKnown: null },
});
const idOf = (...asked: Parameters<typeof recorded>) => matchStream(recorded(...asked), videos).match?.id;

it("a recording is the stream of about the same time and length", () => {
  expect(idOf("2026-10-11T18:00:20Z", 10_830)).toBe("1");
  expect(idOf("2026-10-11T10:01:00Z", 3580)).toBe("2");
  // only the day is known
  expect(idOf("2026-10-11T00:00:00Z", 10_800, true)).toBe("1");
  expect(idOf("2026-10-02T00:00:00Z", 10_800, true)).toBe("3");
});

it("another day or another length is no match, and neither are two that fit", () => {
  expect(idOf("2026-10-20T18:00:00Z", 10_800)).toBeUndefined();
  expect(idOf("2026-10-11T18:00:00Z", 9000)).toBeUndefined();
  expect(idOf("2026-10-11T18:00:00Z", null)).toBeUndefined();
  const twice = [evening, { ...evening, id: "9" }];
  expect(matchStream(recorded("2026-10-11T18:00:00Z", 10_800), twice).match).toBeUndefined();
});

it("those of the same day are the first to choose from", () => {
  const { choices } = matchStream(recorded("2026-10-01T20:00:00Z", 50), videos);
  expect(choices.map(({ id }) => id)).toEqual(["3", "1", "2"]);
});

it.each([
  ["335921245", "335921245"],
  [" v335921245 ", "335921245"],
  ["https://www.twitch.tv/videos/335921245?t=0h4m06s", "335921245"],
  ["twitch.tv/videos/335921245/", "335921245"],
  ["https://m.twitch.tv/lamproomlive/v/335921245", "335921245"],
  ["https://twitch.tv/lamproomlive/video/335921245#x", "335921245"],
  ["https://twitch.tv/lamproomlive", undefined],
  ["https://twitch.tv.example/videos/335921245", undefined],
  ["https://evil.example/?twitch.tv/videos/335921245", undefined],
  ["335921245/../users", undefined],
  ["", undefined],
])("the number of a video in %j is %j", (text, id) => {
  expect(findVideoNumber(text)).toBe(id);
});
