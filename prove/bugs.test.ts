import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bugs } from "./bugs.ts";

it("there are at least thirty bugs, and each breaks a different promise", () => {
  expect(bugs.length).toBeGreaterThanOrEqual(30);
  expect(new Set(bugs.map(({ promise }) => promise)).size).toBe(bugs.length);
});

it.each(bugs)("a bug can still be planted: $promise", ({ file, from, to, test }) => {
  expect(readFileSync(file, "utf8")).toContain(from);
  expect(to).not.toBe(from);
  expect(existsSync(test), `${test} exists`).toBe(true);
});
