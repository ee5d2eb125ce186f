import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bugs } from "./bugs.ts";
import { safetyFile, writeDocument } from "./report.ts";
import { readResults } from "./results.ts";
import { rigs } from "./scoreboard.ts";

it("the document holds the last results, and no result is of something that is gone (else delete it from prove/results.json)", () => {
  const results = readResults();
  expect(readFileSync(safetyFile, "utf8")).toBe(writeDocument(results));
  const names = new Set(rigs.map(({ name }) => name));
  const promises = new Set(bugs.map(({ promise }) => promise));
  expect(Object.keys(results.rigs).filter((name) => !names.has(name))).toEqual([]);
  expect(Object.keys(results.bugs).filter((promise) => !promises.has(promise))).toEqual([]);
});

it("a missed goal and a bug that was not caught are shown as such", () => {
  const [rig] = rigs;
  const [bug] = bugs;
  if (!rig || !bug) throw new Error("there is neither a rig nor a bug");
  const missed = { date: "2026-11-18", seed: "1", seconds: 7, measured: "1 wrong of 9", isKept: false };
  const text = writeDocument({
    rigs: { [rig.name]: missed },
    bugs: { [bug.promise]: { date: "2026-11-18", isCaught: false } },
  });
  expect(text).toContain(`| ${rig.promise} | 1 wrong of 9 | ${rig.goal} | **no** | 2026-11-18, 7 s |`);
  expect(text).toContain(`1. ${bug.promise}: **not caught**`);
  expect(text).toContain("not measured yet");
  const others = bugs.length - 1;
  expect(text).toContain(`Of ${bugs.length} bugs 0 were caught, **1 were not**, ${others} are still to be planted.`);
});
