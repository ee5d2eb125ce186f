import { expect, it } from "vitest";
import { findQuietMs } from "./quiet.ts";

const hour = 3_600_000;

it.each([
  ["before they begin", "2026-07-01T19:59:00Z", 0],
  ["as they begin", "2026-07-01T20:00:00Z", 10 * hour],
  ["after midnight", "2026-07-02T00:30:00Z", 5.5 * hour],
  ["as they end", "2026-07-02T06:00:00Z", 0],
] as const)("quiet hours over midnight in Berlin, %s", (_when, now, waitMs) => {
  const quiet = { quiet_from: 22 * 60, quiet_to: 8 * 60, time_zone: "Europe/Berlin" };
  expect(findQuietMs(quiet, new Date(now))).toBe(waitMs);
});

it("quiet hours by day, and none at all", () => {
  const now = new Date("2026-01-01T12:30:00Z");
  expect(findQuietMs({ quiet_from: 720, quiet_to: 780, time_zone: "UTC" }, now)).toBe(hour / 2);
  expect(findQuietMs({ quiet_from: null, quiet_to: null, time_zone: "UTC" }, now)).toBe(0);
});
