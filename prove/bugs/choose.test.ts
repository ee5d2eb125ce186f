import { expect, it } from "vitest";
import type { Bug } from "./bug.ts";
import { chooseBugs } from "./choose.ts";

const name = (n: number) => `promise ${n}`;
const bugs = Array.from({ length: 40 }, (_, n): Bug => ({ promise: name(n), file: "", from: "", to: "", test: "" }));
const caughtOn = (date: string, from: number, to: number) =>
  Object.fromEntries(bugs.slice(from, to).map(({ promise }) => [promise, { date, isCaught: true }]));
const chosen = (known: Parameters<typeof chooseBugs>[1]["bugs"], seed = "1") =>
  new Set(chooseBugs(bugs, { bugs: known }, seed).map(({ promise }) => promise));

it("a whole run plants the bugs that were never planted or not caught, and then those planted the longest ago", () => {
  const known = {
    ...caughtOn("2026-11-19", 0, 20),
    ...caughtOn("2026-11-17", 20, 27),
    ...caughtOn("2026-11-18", 27, 38),
    [name(38)]: { date: "2026-11-19", isCaught: false },
  };
  const ten = chosen(known);
  expect(ten.size).toBe(10);
  for (const n of [38, 39, 20, 21, 22, 23, 24, 25, 26]) expect(ten).toContain(name(n));
  expect([...ten].filter((promise) => known[promise]?.date === "2026-11-18")).toHaveLength(1);
});

it("all bugs that were never planted are planted, however many they are", () => {
  expect(chosen({}).size).toBe(40);
});

it("two runs of one day plant different bugs", () => {
  const known = caughtOn("2026-11-19", 0, 40);
  expect(chosen(known, "1")).not.toEqual(chosen(known, "2"));
  expect(chosen(known, "1")).toEqual(chosen(known, "1"));
});
