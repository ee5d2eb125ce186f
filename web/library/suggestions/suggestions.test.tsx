import { expect, test } from "vitest";
import { makeVideo } from "#web/testing/library-stand-in.ts";
import { suggest } from "./suggestions.tsx";

const now = new Date("2026-11-19T12:00:00");
const nothing = { positions: {}, savedAt: {}, favourites: [], lastVisit: null, now };
const on = (id: string, add_date: string, more = {}) => makeVideo({ id, add_date, ...more });
const found = (...given: Parameters<typeof suggest>) =>
  suggest(...given).map(({ why, suggestions }) => [why, ...suggestions.map(({ video }) => video.id)]);
const hints = (...given: Parameters<typeof suggest>) =>
  suggest(...given).flatMap(({ suggestions }) => suggestions.map(({ hint }) => hint));

test("nothing is suggested without a reason", () => {
  expect(suggest([on("a", "2026-11-18T12:00:00Z")], nothing)).toEqual([]);
});

test("what is new since the last visit, and not what is planned", () => {
  const videos = [
    on("planned", "2026-12-01T12:00:00Z"),
    on("new", "2026-11-18T12:00:00Z"),
    on("old", "2026-11-01T12:00:00Z"),
  ];
  expect(found(videos, { ...nothing, lastVisit: new Date("2026-11-10T12:00:00Z") })).toEqual([["new", "new"]]);
});

test("what was recorded on this day in another year, as far as the day is known", () => {
  const videos = [
    on("today", "2026-11-19T06:00:00Z"),
    on("two", "2024-11-19T00:00:00.000Z", { time_missing: true }),
    on("one", new Date("2025-11-19T21:00:00").toISOString()),
    on("month", "2023-11-01T00:00:00.000Z", { time_missing: true, only_known: "month" }),
  ];
  expect(found(videos, nothing)).toEqual([["day", "two", "one"]]);
  expect(hints(videos, nothing)).toEqual(["2 years ago", "One year ago"]);
});

test("each recording only once, and none that is locked, hidden or not ready", () => {
  const day = "2024-11-19T12:00:00Z";
  const videos = [
    on("begun", day, { duration: 7320 }),
    on("locked", day, { locked: { level: "gold", name: "Gold" } }),
    on("hidden", day, { hidden: true }),
    on("preparing", day, { state: "preparing" }),
    on("loved", "2020-01-01T12:00:00Z"),
  ];
  const known = { ...nothing, positions: { begun: 60 }, favourites: ["begun", "loved", "gone"] };
  expect(found(videos, known)).toEqual([
    ["continue", "begun"],
    ["favourites", "loved"],
  ]);
  expect(hints(videos, known)[0]).toBe("2 h 1 min left");
  expect(hints([on("begun", day, { duration: 101 })], known)[0]).toBe("41 sec left");
});

test("what was not heard for long, the longest first", () => {
  const videos = ["a", "b", "c"].map((id) => on(id, "2020-01-01T12:00:00Z"));
  const savedAt = { a: "2026-08-01T12:00:00Z", b: "2026-05-01T12:00:00Z", c: "2026-11-10T12:00:00Z" };
  expect(found(videos, { ...nothing, savedAt })).toEqual([["forgotten", "b", "a"]]);
  expect(hints(videos, { ...nothing, savedAt })[0]).toBe("Last heard 6 months ago");
});
