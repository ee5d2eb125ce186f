import { expect, it } from "vitest";
import type { Facts } from "#server/media/facts/facts.ts";
import { estimateCost } from "./cost.ts";

const audio = { codec: "aac", profile: "LC", channels: 2 } as NonNullable<Facts["audio"]>;
const shape = { width: 1920, height: 1080, framesPerSecond: 30, pixelFormat: "yuv420p" };
const video = { ...shape, codec: "h264" } as NonNullable<Facts["video"]>;
const hour = { durationSeconds: 3600, video, audio };

it("an hour of 1080p is watchable after a minute of processor, and its smaller sizes take most of the rest", () => {
  const cost = estimateCost([{ facts: hour, bytes: 2e9, hasSizes: true }]);
  expect(cost).toMatchObject({ mediaSeconds: 3600, watchableSeconds: 60, bytes: 5.464e9 });
  expect(cost.watchableSeconds / cost.processorSeconds).toBeLessThan(0.03);
  const without = estimateCost([{ facts: hour, bytes: 2e9, hasSizes: false }]);
  expect(without).toMatchObject({ watchableSeconds: 60, bytes: 4.144e9 });
  expect(without.processorSeconds).toBeLessThan(cost.processorSeconds / 4);
});

it("what no browser plays is encoded before it can be watched", () => {
  const facts = { ...hour, video: { ...video, codec: "prores" } };
  const cost = estimateCost([{ facts, bytes: 2e10, hasSizes: false }]);
  expect(cost.watchableSeconds).toBeGreaterThan(600);
  expect(cost.bytes).toBeLessThan(2.1e10);
});

it("audio costs little, and nothing costs nothing", () => {
  const facts = { durationSeconds: 3600, video: null, audio };
  expect(estimateCost([{ facts, bytes: 5e7, hasSizes: true }]).processorSeconds).toBeLessThan(400);
  expect(estimateCost([{ facts: { ...facts, durationSeconds: 0 }, bytes: 5, hasSizes: true }]).bytes).toBe(5);
  expect(estimateCost([])).toEqual({ mediaSeconds: 0, watchableSeconds: 0, processorSeconds: 0, bytes: 0 });
});
