import { expect, it } from "vitest";
import { readFileName } from "./file-name.ts";

/** Berlin is two hours ahead of UTC in May. */
const zone = "Europe/Berlin";

it.each([
  // OBS, and names that people choose
  ["2024-05-01 21-30-15 Late Show.mkv", "Late Show", "2024-05-01T19:30:15.000Z", "time"],
  ["2024-05-01 21-30-15.mkv", "2024-05-01 21-30-15", "2024-05-01T19:30:15.000Z", "time"],
  ["2024-05-01_21-30-15.mp4", "2024-05-01 21-30-15", "2024-05-01T19:30:15.000Z", "time"],
  ["2024-05-01 21-30-15 (2).mkv", "2024-05-01 21-30-15 (2)", "2024-05-01T19:30:15.000Z", "time"],
  ["Replay 2024-05-01 21-30-15.mkv", "Replay 2024-05-01 21-30-15", "2024-05-01T19:30:15.000Z", "time"],
  ["20240501_213015 Late Show.mp4", "Late Show", "2024-05-01T19:30:15.000Z", "time"],
  ["2024-05-01T21-30-15Z_Late_Show.ts", "Late Show", "2024-05-01T21:30:15.000Z", "time"],
  ["2024-05-01_21-30 - Late Show.mp4", "Late Show", "2024-05-01T19:30:00.000Z", "time"],
  ["[2024-05-01] Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["(2024.05.01) Late Show.flac", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["[2024-05-01 21-30] Late Show.mp4", "Late Show", "2024-05-01T19:30:00.000Z", "time"],
  ["Late Show 2024-05-01.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["Late Show (2024-05-01 21-30).mp4", "Late Show", "2024-05-01T19:30:00.000Z", "time"],
  ["Late Show (2024-05-01) second set.mp4", "Late Show second set", "2024-05-01T00:00:00.000Z", "day"],
  ["01.05.2024 Konzert im Hof.mp4", "Konzert im Hof", "2024-05-01T00:00:00.000Z", "day"],
  ["Konzert im Hof, 1.5.2024.mp4", "Konzert im Hof", "2024-05-01T00:00:00.000Z", "day"],
  ["Late Show - 1 May 2024.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["Late Show, May 1st, 2024.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["Late Show (2019).mkv", "Late Show", "2019-01-01T00:00:00.000Z", "year"],
  ["2024-05-01 99-99-99 Odd.mp4", "99-99-99 Odd", "2024-05-01T00:00:00.000Z", "day"],
  ["/somewhere/else/[2024-05-01] Ünïcode – 夜.mkv", "Ünïcode – 夜", "2024-05-01T00:00:00.000Z", "day"],
  // yt-dlp and youtube-dl
  ["2024-05-01 Late Show [v2134567890].mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["20240501 - Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["Late Show 2024-05-01 21_30 [dQw4w9WgXcQ].mp4", "Late Show", "2024-05-01T19:30:00.000Z", "time"],
  ["Late Show 2024-05-01 21：30 [v2134567890].mp4", "Late Show", "2024-05-01T19:30:00.000Z", "time"],
  ["Late Show： Part Two？ [dQw4w9WgXcQ].webm", "Late Show: Part Two?", null, null],
  ["夜の歌？ [dQw4w9WgXcQ].webm", "夜の歌？", null, null],
  ["Late Show-dQw4w9WgXcQ.mp4", "Late Show", null, null],
  ["Late Show [Performance].mp4", "Late Show [Performance]", null, null],
  ["Late Show 1080p60.mp4", "Late Show", null, null],
  // twitch-dl, TwitchDownloader and others like them
  ["2022-01-07_1255522958_katlink_dark_night_first_set.mkv", "Dark night first set", "2022-01-07T00:00:00.000Z", "day"],
  ["[5-1-24] somechannel - Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  ["[12-31-23] some_channel - Late - Show.mp4", "Late - Show", "2023-12-31T00:00:00.000Z", "day"],
  ["somechannel - 2024-05-01 21h30m15s - Late Show.mp4", "Late Show", "2024-05-01T19:30:15.000Z", "time"],
  ["somechannel - 2024-05-01 - Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", "day"],
  // phones, cameras, recorders, screens
  ["VID_20240501_213015.mp4", "VID 20240501 213015", "2024-05-01T19:30:15.000Z", "time"],
  ["20240501_213015.mp4", "20240501 213015", "2024-05-01T19:30:15.000Z", "time"],
  ["PXL_20240501_193015123.mp4", "PXL 20240501 193015123", "2024-05-01T19:30:15.000Z", "time"],
  ["VID-20240501-WA0003.mp4", "VID-20240501-WA0003", "2024-05-01T00:00:00.000Z", "day"],
  ["DJI_20240501213015_0001_D.MP4", "DJI 20240501213015 0001 D", "2024-05-01T19:30:15.000Z", "time"],
  ["WIN_20240501_21_30_15_Pro.mp4", "WIN 20240501 21 30 15 Pro", "2024-05-01T19:30:15.000Z", "time"],
  [
    "GMT20240501-193015_Recording_1920x1080.mp4",
    "GMT20240501-193015 Recording 1920x1080",
    "2024-05-01T19:30:15.000Z",
    "time",
  ],
  [
    "Screen Recording 2024-05-01 at 9.30.15 PM.mov",
    "Screen Recording 2024-05-01 at 9.30.15 PM",
    "2024-05-01T19:30:15.000Z",
    "time",
  ],
  [
    "ScreenRecording_05-01-2024 21-30-15_1.MP4",
    "ScreenRecording_05-01-2024 21-30-15_1",
    "2024-05-01T19:30:15.000Z",
    "time",
  ],
  ["RPReplay_Final1714591815.MP4", "RPReplay Final1714591815", "2024-05-01T19:30:15.000Z", "time"],
  ["240501-213015.WAV", "240501-213015", "2024-05-01T19:30:15.000Z", "time"],
  ["240501_0012.wav", "240501 0012", "2024-05-01T00:00:00.000Z", "day"],
  ["IMG_1234.MOV", "IMG 1234", null, null],
  ["GX010123.MP4", "GX010123", null, null],
  // albums
  ["Some Band - Live in June - 03 Late Show.flac", "Late Show", null, null],
  ["03 Late Show.flac", "Late Show", null, null],
  ["12 - Late Show.flac", "Late Show", null, null],
  ["12. Late Show.flac", "Late Show", null, null],
  ["99 Balloons.flac", "99 Balloons", null, null],
  // nothing to find
  ["Late_Show_of_the_Year.mp4", "Late Show of the Year", null, null],
  ["Late Show.final.mp4", "Late Show.final", null, null],
  ["2024-13-45 Odd.mp4", "2024-13-45 Odd", null, null],
  ["Symphony No. 9.mp4", "Symphony No. 9", null, null],
  ["1999.mp4", "1999", null, null],
  ["9999-12-31 Odd.mp4", "9999-12-31 Odd", null, null],
])("the name %s is understood", (name, title, date, precision) => {
  const named = readFileName(name, { zone });
  expect({
    title: named.title,
    date: named.moment?.at.toISOString() ?? null,
    precision: named.moment?.precision ?? null,
  }).toEqual({
    title,
    date,
    precision,
  });
});

it.each([
  ["2024-05-01 21-30-15.mkv", true],
  ["2024-05-01 21-30-15-vertical.mkv", true],
  ["VID_20240501_213015.mp4", true],
  ["IMG_1234.MOV", true],
  ["GX010123.MP4", true],
  ["Untitled.mp4", true],
  ["1999.mp4", false],
  ["Late Show.mp4", false],
  ["2024-05-01 Late Show.mp4", false],
])("whether %s has no title in it: %s", (name, isUntitled) => {
  expect(readFileName(name, { zone }).isUntitled).toBe(isUntitled);
});

it("a number is a part of the title unless the whole folder is numbered", () => {
  expect(readFileName("12 Late Show.flac", { zone }).title).toBe("12 Late Show");
  expect(readFileName("12 Late Show.flac", { zone, isNumbered: true }).title).toBe("Late Show");
});

it("a time that the clock skips or shows twice is still a time of that day", () => {
  const skipped = readFileName("2024-03-31 02-30-00 Late.mkv", { zone }).moment?.at.toISOString();
  expect(["2024-03-31T00:30:00.000Z", "2024-03-31T01:30:00.000Z"]).toContain(skipped);
  const twice = readFileName("2024-10-27 02-30-00 Late.mkv", { zone }).moment?.at.toISOString();
  expect(["2024-10-27T00:30:00.000Z", "2024-10-27T01:30:00.000Z"]).toContain(twice);
});
