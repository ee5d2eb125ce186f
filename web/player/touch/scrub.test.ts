import { expect, test } from "vitest";
import { coarseOnPicture, moveScrub, startScrub } from "./scrub.ts";

const threeHours = 10_800;

test("on the seek bar a pixel is a part of the whole recording, until the finger moves up or down", () => {
  const start = startScrub({ at: 5400, from: 0, duration: threeHours, coarse: threeHours / 360 });
  expect(moveScrub(start, { dx: 10, away: 0 }).seconds).toBe(5700);
  expect(moveScrub(start, { dx: 10, away: 20 }).seconds).toBe(5700);
  expect(moveScrub(start, { dx: 10, away: 52 }).seconds).toBe(5550);
  expect(moveScrub(start, { dx: 10, away: 80 }).seconds).toBe(5475);
});

test("two hundred pixels away, every second of three hours can be chosen within a quarter of a second", () => {
  const start = startScrub({ at: 5400, from: 0, duration: threeHours, coarse: threeHours / 360 });
  expect(moveScrub(start, { dx: 0, away: 200 }).secondsPerPixel).toBeLessThan(0.5);
  expect(moveScrub(start, { dx: 0, away: 2000 }).secondsPerPixel).toBe(0.02);
});

test("becoming finer or coarser does not move the position by itself", () => {
  let scrub = startScrub({ at: 600, from: 0, duration: threeHours, coarse: 30 });
  for (const away of [0, 100, 250, 40, 0]) scrub = moveScrub(scrub, { dx: 0, away });
  expect(scrub.seconds).toBe(600);
});

test("it stays inside the recording", () => {
  const start = startScrub({ at: 90, from: 90, duration: 100, coarse: 1 });
  expect(moveScrub(start, { dx: 500, away: 0 }).seconds).toBe(100);
  expect(moveScrub(start, { dx: -500, away: 0 }).seconds).toBe(0);
});

test("across the picture it is two minutes, or the whole recording if that is shorter", () => {
  expect(coarseOnPicture(400, threeHours)).toBe(0.3);
  expect(coarseOnPicture(400, 40)).toBe(0.1);
  expect(coarseOnPicture(0, 40)).toBe(0);
});
