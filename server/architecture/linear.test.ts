// Text that somebody sent meets regular expressions that need linear time only. linear.txt holds those that are proven;
// what is not in it yet is proven here, and prove/linear.test.ts proves all of them anew.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findCost, listPatterns } from "./linear.ts";

const list = path.join(import.meta.dirname, "linear.txt");

it("every regular expression is linear", { timeout: 600_000 }, async () => {
  const patterns = await listPatterns();
  const proven = new Set(readFileSync(list, "utf8").split("\n"));
  const costly: string[] = [];
  for (const one of patterns.filter(({ source, flags }) => !proven.has(`/${source}/${flags}`))) {
    const cost = await findCost(one);
    if (cost !== undefined) costly.push(`${one.places.join(", ")}: /${one.source}/${one.flags}: ${cost}`);
  }
  expect(costly).toEqual([]);
  const lines = patterns.map(({ source, flags }) => `/${source}/${flags}`);
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot(list);
});

it.each([
  ...["\\s+$", "(a+)+$", "\\{\\\\[^}]*\\}", "^\\s*(?:REM\\s+)?(\\w+)\\s+(.*?)\\s*$", "^\\s*INDEX 01 ", "x(?=[^y]*y)"],
  ...["(?<=\\S\\s*)x", "^(.*\\S)\\s+by (.*) cover$"],
])("finds %s", async (source) => {
  expect(await findCost({ source, flags: source.startsWith("^\\s*I") ? "m" : "" })).toBeDefined();
});
