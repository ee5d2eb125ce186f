// Runs the uploads of two editors, step by step, against a small model of an upload: both must always agree.
import fc from "fast-check";
import { expect, it } from "vitest";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { openUploadDoor } from "./uploads/door.ts";
import { clear, commands, type Model } from "./uploads/model.ts";

it("an upload has exactly the bytes sent, despite restarts and mistakes", { timeout: 1_800_000 }, async () => {
  await using door = await openUploadDoor();
  const counted = { traces: 0, steps: 0, finished: 0, refused: 0, restarts: 0 };
  const kept = new Map<string, string>();
  let number = 0;
  const nextNumber = () => (number += 1);
  const trace = fc.asyncProperty(fc.commands(commands, { maxCommands: 25, size: "max" }), async (steps) => {
    const model: Model = { uploads: [], kept, nextNumber, count: (what) => void (counted[what] += 1) };
    counted.traces += 1;
    try {
      await fc.asyncModelRun(() => ({ model, real: door }), steps);
    } finally {
      await clear(model, door);
    }
  });
  await fc.assert(trace, { numRuns: scaled(15, 10_000), seed });
  publish("uploads", counted);
  // a model to which nothing happens would agree with everything
  expect(counted.steps).toBeGreaterThan(counted.traces * 3);
  expect(counted.finished).toBeGreaterThan(counted.traces / 10);
  expect(counted.refused).toBeGreaterThan(0);
  expect(counted.restarts).toBeGreaterThan(0);
});
