// Recordings as odd as the world makes them, from random recipes that know what is to be seen and heard at every moment.
// SEED and ODD_COUNT choose them; ODD_ONLY=7 runs one; what is wrong is kept in .cache/odd-sources with its recipe.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { inLanes } from "./lanes.ts";
import { makeRecipe, tellRecipe } from "./odd-sources/recipe.ts";
import { runRecipe, type Stage } from "./odd-sources/run.ts";
import { countVerdicts, writeTable } from "./odd-sources/table.ts";

const only = process.env["ODD_ONLY"]?.split(",").map(Number);
const count = Number(process.env["ODD_COUNT"] ?? scaled(10, 500));
const numbers = only ?? Array.from({ length: count }, (_, number) => number);

it("an odd recording is shown as it is, or refused with a reason", { timeout: 7_200_000 }, async () => {
  await using stage = await openStage();
  const verdicts = await inLanes(
    numbers.map((number) => makeRecipe(seed, number)),
    async (recipe) => {
      const verdict = await runRecipe(stage, recipe);
      for (const fault of verdict.faults) console.log(`${tellRecipe(recipe)}\n    ${verdict.outcome}: ${fault}`);
      return verdict;
    },
  );
  console.log(writeTable(verdicts));
  const counted = countVerdicts(verdicts);
  publish("odd-sources", counted);
  expect(counted.files).toBe(numbers.length);
  expect(verdicts.filter(({ faults }) => faults.length > 0).map(({ recipe }) => recipe.number)).toEqual([]);
});

async function openStage(): Promise<Stage & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-odd-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const archive = stack.use(await openTestArchive());
  const browser = archive.openBrowser();
  await browser.signIn("patron-gold");
  const kept = stack.move();
  return {
    archive,
    member: { url: archive.url, browser },
    folder,
    watch: null,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
