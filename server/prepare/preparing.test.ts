import { expect, it } from "vitest";
import { workOn, type Preparing } from "./preparing.ts";

const timeline = { lengthSeconds: 7200 };
const hour = 3600;

it.each([
  { what: "says how long it is", facts: { durationSeconds: hour }, bytes: 1, atLeast: 20 * hour },
  { what: "is known by its packets", facts: { durationSeconds: 0, timeline }, bytes: 1, atLeast: 40 * hour },
  { what: "was cut off while it was made", facts: { durationSeconds: 0 }, bytes: 2 ** 30, atLeast: 40 * hour },
  { what: "is as large as a file may be", facts: { durationSeconds: 0 }, bytes: 2 ** 36, atLeast: 480 * hour },
])("a recording that $what has enough time, and as much as a timer can count", ({ facts, bytes, atLeast }) => {
  const given = { parts: { media: {} }, recording: { facts, bytes }, progress() {} };
  const { limitSeconds } = workOn(given as unknown as Preparing, "/in/0");
  expect(limitSeconds).toBeGreaterThan(atLeast);
  expect(limitSeconds * 1000).toBeLessThan(2 ** 31);
});
