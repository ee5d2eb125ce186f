// The judge alone: recordings with irregular times are copied without correcting anything, and the judge must refuse those that
// are then wrong. SEED and JUDGE_ONLY=7,12 choose the recipes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { inLanes } from "./lanes.ts";
import { check } from "./odd-sources/check.ts";
import { copyPlainly } from "./odd-sources/plain-copy.ts";
import { makeRecipe, tellRecipe } from "./odd-sources/recipe.ts";
import { makeSource } from "./odd-sources/source.ts";

const only = process.env["JUDGE_ONLY"]?.split(",").map(Number);
const count = scaled(3, 400);
const recipes = (only ?? Array.from({ length: count }, (_, number) => number))
  .map((number) => makeRecipe(seed, number))
  // only H.264 is ever copied
  .filter(({ video }) => video.codec === "h264");

it("the judge refuses copies whose times were not corrected", { timeout: unscaled(300_000, 3_600_000) }, async () => {
  const tools = await openTools();
  const root = await mkdtemp(path.join(tmpdir(), "stagedoor-judge-"));
  const tally = { copies: 0, wrong: 0, refused: 0, falseAlarms: 0 };
  await inLanes(recipes, async (recipe) => {
    const folder = await mkdtemp(path.join(root, "recipe-"));
    const { file, truth } = await makeSource(recipe, folder);
    const copied = await copyPlainly(tools, file).catch(() => null);
    await rm(folder, { recursive: true, force: true });
    if (!copied) return;
    const faults = check(copied.observed, recipe, truth);
    const isRefused = copied.judged.length > 0;
    tally.copies += 1;
    if (faults.length > 0) tally.wrong += 1;
    if (faults.length > 0 && isRefused) tally.refused += 1;
    if (faults.length === 0 && isRefused) tally.falseAlarms += 1;
    const isMissed = faults.length > 0 && !isRefused;
    const lines = isMissed ? faults : faults.length === 0 ? copied.judged : [];
    if (lines.length > 0)
      console.log([`${isMissed ? "missed" : "false alarm"}: ${tellRecipe(recipe)}`, ...lines].join("\n      "));
  });
  await rm(root, { recursive: true, force: true });
  console.log(JSON.stringify(tally));
  publish("judge", tally);
  expect(tally.copies).toBeGreaterThan(0);
  expect(tally.wrong - tally.refused).toBeLessThanOrEqual(tally.wrong * 0.05);
});
