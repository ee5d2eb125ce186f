import { expect, test } from "vitest";
import { measurePace, type Pace, secondsLeft } from "./pace.ts";

/** The speed after reports of bytes and milliseconds. */
function measure(...reports: readonly (readonly [bytes: number, atMs: number])[]): Pace | null {
  return reports.reduce<Pace | null>((pace, [bytes, atMs]) => measurePace(pace, bytes, atMs), null);
}

const steady = (from: number, to: number, perSecond = 1000) =>
  Array.from({ length: to - from + 1 }, (_, index) => [(from + index) * perSecond, (from + index) * 1000] as const);

test("a steady upload shows its speed and the time left", () => {
  const pace = measure(...steady(0, 20));
  expect(pace?.bytesPerSecond).toBeCloseTo(1000);
  expect(secondsLeft(5000, pace?.bytesPerSecond ?? null)).toBeCloseTo(5);
});

test("after an interruption, only what is sent from then on counts", () => {
  const resumed = steady(0, 20).map(([bytes, atMs]) => [90_000_000 + bytes, atMs] as const);
  for (let reports = 3; reports <= 20; reports += 1)
    expect(measure(...resumed.slice(0, reports))?.bytesPerSecond).toBeCloseTo(1000);
});

test("what the browser puts into its buffers at the start is not taken for speed", () => {
  const pace = measure(
    [0, 0],
    [2_000_000, 20],
    [2_000_600, 600],
    ...steady(1, 5).map(([b, ms]) => [b + 2e6, ms] as const),
  );
  expect(pace?.bytesPerSecond).toBeGreaterThan(900);
  expect(pace?.bytesPerSecond).toBeLessThan(1100);
});

test("a short stall changes the speed a little, a lasting change changes it fully", () => {
  const stalled = [...steady(0, 2), [2000, 3000] as const];
  expect(measure(...stalled)?.bytesPerSecond).toBeGreaterThan(800);
  const slower = steady(4, 60, 100).map(([bytes, atMs]) => [2000 + bytes, atMs] as const);
  const pace = measure(...stalled, ...slower);
  expect(pace?.bytesPerSecond).toBeGreaterThan(95);
  expect(pace?.bytesPerSecond).toBeLessThan(130);
});

test("without a known speed no time is shown", () => {
  expect(secondsLeft(5000, null)).toBeUndefined();
  expect(secondsLeft(5000, 0)).toBeUndefined();
  expect(measure([0, 0], [5000, 10])?.bytesPerSecond).toBeNull();
});
