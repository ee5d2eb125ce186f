import { expect, it } from "vitest";
import type { Facts } from "#server/media/facts/facts.ts";
import { estimateCost } from "./cost.ts";

const video = { width: 1920, height: 1080, framesPerSecond: 30 } as NonNullable<Facts["video"]>;
const hour = { durationSeconds: 3600, video };

it("an hour of 1080p is watchable after a minute of processor, and its smaller sizes take most of the rest", () => {
  const cost = estimateCost([{ facts: hour, bytes: 2e9, hasSizes: true }]);
  expect(cost).toEqual({ mediaSeconds: 3600, watchableSeconds: 60, processorSeconds: 3660, bytes: 5.464e9 });
  expect(cost.watchableSeconds / cost.processorSeconds).toBeLessThan(0.03);
});

it("without smaller sizes, and for audio, an import costs little", () => {
  const plain = { facts: hour, bytes: 2e9, hasSizes: false };
  const audio = { facts: { durationSeconds: 3600, video: null }, bytes: 5e7, hasSizes: true };
  expect(estimateCost([plain, audio]).processorSeconds).toBe(720);
  expect(estimateCost([]).bytes).toBe(0);
});
