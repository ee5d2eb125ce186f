import { expect, it } from "vitest";
import { readFileName } from "./file-name.ts";

it.each([
  ["2024-05-01 21-30-15 Late Show.mkv", "Late Show", "2024-05-01T21:30:15.000Z", false],
  ["2024-05-01 21-30-15.mkv", "2024-05-01 21-30-15", "2024-05-01T21:30:15.000Z", false],
  ["20240501_213015 Late Show.mp4", "Late Show", "2024-05-01T21:30:15.000Z", false],
  ["2024-05-01T21-30-15Z_Late_Show.ts", "Late Show", "2024-05-01T21:30:15.000Z", false],
  ["2024-05-01_21-30 - Late Show.mp4", "Late Show", "2024-05-01T21:30:00.000Z", false],
  ["[2024-05-01] Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", true],
  ["(2024.05.01) Late Show.flac", "Late Show", "2024-05-01T00:00:00.000Z", true],
  ["2024-05-01 Late Show [v2134567890].mp4", "Late Show", "2024-05-01T00:00:00.000Z", true],
  ["[2024-05-01 21-30] Late Show.mp4", "Late Show", "2024-05-01T21:30:00.000Z", false],
  ["somechannel - 2024-05-01 21h30m15s - Late Show.mp4", "Late Show", "2024-05-01T21:30:15.000Z", false],
  ["somechannel - 2024-05-01 - Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", true],
  ["20240501 - Late Show.mp4", "Late Show", "2024-05-01T00:00:00.000Z", true],
  ["Late Show 2024-05-01.mp4", "Late Show", "2024-05-01T00:00:00.000Z", true],
  ["Late Show (2024-05-01 21-30).mp4", "Late Show", "2024-05-01T21:30:00.000Z", false],
  ["Late_Show_of_the_Year.mp4", "Late Show of the Year", null, false],
  ["Late Show.final.mp4", "Late Show.final", null, false],
  ["2024-13-45 Odd.mp4", "2024-13-45 Odd", null, false],
  ["2024-05-01 99-99-99 Odd.mp4", "99-99-99 Odd", "2024-05-01T00:00:00.000Z", true],
  ["Symphony No. 9.mp4", "Symphony No. 9", null, false],
  ["/somewhere/else/[2024-05-01] Ünïcode – 夜.mkv", "Ünïcode – 夜", "2024-05-01T00:00:00.000Z", true],
  ["1999.mp4", "1999", null, false],
])("the name %s is understood", (name, title, date, timeMissing) => {
  expect(readFileName(name)).toEqual({ title, date: date && new Date(date), timeMissing });
});
