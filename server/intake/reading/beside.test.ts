import { expect, it } from "vitest";
import { findBeside, isNumbered } from "./beside.ts";

const roles = (recordings: string[], others: string[]) =>
  Object.fromEntries(
    [...findBeside(recordings, others)].map(([name, list]) => [
      name,
      list.map(({ name: of, role, language, title }) => [of, role, language ?? title].filter(Boolean).join(" ")),
    ]),
  );

it("files that describe a recording have its name, with or without its ending", () => {
  const files = [
    "show.json",
    "show.mp4.json",
    "show.info.json",
    "show.nfo",
    "show.description",
    "show.srt",
    "show.en.srt",
    "show.pt-BR.vtt",
    "show.German.srt",
    "show.Lyrics.srt",
    "show.en.sdh.srt",
    "show.mp4.fr.srt",
    "show.jpg",
    "show-thumb.png",
    "show.cue",
    "show_chat.json",
    "show.json.gz",
    "show.txt",
    "other.srt",
    "showing.srt",
  ];
  expect(roles(["show.mp4"], files)["show.mp4"]?.toSorted()).toEqual([
    "show-thumb.png picture",
    "show.German.srt captions de",
    "show.Lyrics.srt captions Lyrics",
    "show.cue cue",
    "show.description description",
    "show.en.sdh.srt captions en",
    "show.en.srt captions en",
    "show.info.json info",
    "show.jpg picture",
    "show.json own",
    "show.json.gz chat",
    "show.mp4.fr.srt captions fr",
    "show.mp4.json own",
    "show.nfo nfo",
    "show.pt-BR.vtt captions pt-BR",
    "show.srt captions",
    "show_chat.json chat",
  ]);
});

it("a file belongs to the recording with the longest name, and two of one name share it", () => {
  expect(roles(["show.mp4", "show.part2.mp4", "show.wav"], ["show.part2.srt", "show.srt"])).toEqual({
    "show.mp4": ["show.srt captions"],
    "show.part2.mp4": ["show.part2.srt captions"],
    "show.wav": ["show.srt captions"],
  });
});

it("a folder is numbered when at least three of its names begin with a number, one of them with 1", () => {
  expect(isNumbered(["01 a.flac", "02 b.flac", "11 c.flac"])).toBe(true);
  expect(isNumbered(["99 Balloons.flac", "7 Seconds.flac", "22.flac"])).toBe(false);
  expect(isNumbered(["01 a.flac", "b.flac"])).toBe(false);
});
