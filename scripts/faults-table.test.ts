// What an owner reads when something is wrong: documented as the program says it, and each fault is made by a test.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hostingFile, listFaults, withFaultsTable } from "./faults-table.ts";

it("the manual has the table of faults as the program has it (else run: node scripts/faults-table.ts)", async () => {
  const text = readFileSync(hostingFile, "utf8");
  expect(text).toBe(await withFaultsTable(text));
});

it("each fault has a sentence of its own, and a test that makes it happen", async () => {
  const faults = await listFaults();
  expect(faults.length).toBeGreaterThan(25);
  expect(new Set(faults.map(({ sentence }) => sentence)).size).toBe(faults.length);
  const unproven = faults.filter(
    ({ sentence, test, proof }) => !sentence.includes(proof) || !readFileSync(test, "utf8").includes(proof),
  );
  expect(unproven).toEqual([]);
});
