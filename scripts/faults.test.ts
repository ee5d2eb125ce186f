// What an owner reads when something is wrong: each fault is made by a test.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listFaults } from "./faults.ts";

it("each fault has a sentence of its own, and a test that makes it happen", async () => {
  const faults = await listFaults();
  expect(faults.length).toBeGreaterThan(25);
  expect(new Set(faults.map(({ sentence }) => sentence)).size).toBe(faults.length);
  const unproven = faults.filter(
    ({ sentence, test, proof }) => !sentence.includes(proof) || !readFileSync(test, "utf8").includes(proof),
  );
  expect(unproven).toEqual([]);
});
