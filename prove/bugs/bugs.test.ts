import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bugs } from "./bugs.ts";
import { rigsInShort } from "../rig.ts";
import { rigs } from "../scoreboard.ts";

it("there are at most fifty bugs, and each breaks a different promise", () => {
  expect(bugs.length).toBeLessThanOrEqual(50);
  expect(new Set(bugs.map(({ promise }) => promise)).size).toBe(bugs.length);
});

it.each(bugs)("a bug can still be planted: $promise", ({ file, from, to, test }) => {
  expect(readFileSync(file, "utf8")).toContain(from);
  expect(to).not.toBe(from);
  expect(existsSync(test), `${test} exists`).toBe(true);
});

it("a test that npm test leaves out is run by a rig", () => {
  const isLeftOut = (file: string) =>
    file.startsWith("prove/")
      ? !rigsInShort.includes(file)
      : /tags: \["long"\]|each\(heavyKinds/.test(readFileSync(file, "utf8"));
  const files = globSync("{server,contract,deploy,emulator,prove,scripts}/**/*.test.ts").filter(isLeftOut);
  expect(files.length).toBeGreaterThan(20);
  const listed = rigs.flatMap(({ tests }) => tests);
  expect(files.filter((file) => !listed.some((part) => file.startsWith(part)))).toEqual([]);
});
