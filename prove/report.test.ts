import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bugs } from "./bugs/bugs.ts";
import { safetyFile, writeDocument } from "./report.ts";
import { readResults } from "./results.ts";
import { isKept, type Numbers } from "./rig.ts";
import { rigs } from "./scoreboard.ts";

it("the document holds the last results, and no result is of a rig that is gone (else delete it from prove/results.json)", () => {
  const results = readResults();
  expect(readFileSync(safetyFile, "utf8")).toBe(writeDocument(results));
  const names = new Set(rigs.map(({ name }) => name));
  const measured = [...Object.keys(results.rigs), ...Object.keys(results.parts)];
  expect(measured.filter((name) => !names.has(name))).toEqual([]);
});

it("a missed goal and a bug that was not caught are shown as such", () => {
  const [rig] = rigs;
  const [bug] = bugs;
  if (!rig || !bug) throw new Error("there is neither a rig nor a bug");
  const missed = { date: "2026-11-18", seed: "1", seconds: 7, measured: "1 wrong of 9", isKept: false };
  const text = writeDocument({
    rigs: { [rig.name]: missed },
    parts: { [rig.name]: { ...missed, measured: "0 wrong of 3", seconds: 2, isKept: true, part: 1 / 3 } },
    bugs: { [bug.promise]: { date: "2026-11-18", isCaught: false } },
  });
  const measured = "1 wrong of 9<br>0 wrong of 3 (with 33 % of the trials)";
  const took = "2026-11-18, 7 s<br>2026-11-18, 2 s";
  expect(text).toContain(`| ${rig.promise} | ${measured} | ${rig.goal} | **no**<br>yes | ${took} |`);
  expect(text).toContain(`1. ${bug.promise}: **not caught**`);
  expect(text).toContain("not measured yet");
  const others = bugs.length - 1;
  expect(text).toContain(`Of ${bugs.length} bugs 0 were caught, **1 were not**, ${others} are still to be planted.`);
});

it("a part of a rig needs that part of the trials, and everything else of the goal", () => {
  const rig = { name: "r", promise: "p", goal: "g", tests: [], describe: () => "", trials: { files: 100 } };
  const strict = { ...rig, isKept: ({ wrong }: Numbers) => wrong === 0 };
  expect(isKept(rig, { files: 100 }, 1)).toBe(true);
  expect(isKept(rig, { files: 99 }, 1)).toBe(false);
  expect(isKept(rig, { files: 10 }, 0.1)).toBe(true);
  expect(isKept(rig, {}, 0.1)).toBe(false);
  expect(isKept(strict, { files: 10, wrong: 1 }, 0.1)).toBe(false);
  expect(isKept(strict, { files: 10, wrong: 0 }, 0.1)).toBe(true);
});
