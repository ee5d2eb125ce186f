import { expect, test } from "vitest";
import { beginPace, measurePace, secondsLeft } from "./pace.ts";

test("a steady upload shows its speed and the time left", () => {
  let pace = beginPace(0, 0);
  for (let second = 1; second <= 20; second += 1) pace = measurePace(pace, second * 1000, second * 1000);
  expect(pace.bytesPerSecond).toBeCloseTo(1000);
  expect(secondsLeft(5000, pace.bytesPerSecond)).toBeCloseTo(5);
});

test("a short stall changes the speed a little, a lasting change changes it fully", () => {
  let pace = measurePace(beginPace(0, 0), 1000, 1000);
  pace = measurePace(pace, 1000, 2000);
  expect(pace.bytesPerSecond).toBeGreaterThan(800);
  for (let second = 3; second <= 60; second += 1) pace = measurePace(pace, 1000 + second * 100, second * 1000);
  expect(pace.bytesPerSecond).toBeGreaterThan(95);
  expect(pace.bytesPerSecond).toBeLessThan(130);
});

test("without a known speed no time is shown", () => {
  expect(secondsLeft(5000, null)).toBeUndefined();
  expect(secondsLeft(5000, 0)).toBeUndefined();
  expect(measurePace(beginPace(0, 0), 5000, 10).bytesPerSecond).toBeNull();
});
