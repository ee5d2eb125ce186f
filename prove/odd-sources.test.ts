// Recordings as odd as the world makes them, from random recipes that know what is to be seen and heard at every moment.
// SEED and ODD_COUNT choose them; ODD_ONLY=7 runs one; what is wrong is kept in .cache/odd-sources with its recipe.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { buildPage } from "#scripts/build-page.ts";
import { createRandom } from "#server/testing/random.ts";
import { inLanes } from "./lanes.ts";
import { openPlayer } from "./odd-sources/player.ts";
import { makeRecipe } from "./odd-sources/recipe.ts";
import { runRecipe, type Stage } from "./odd-sources/run.ts";
import { countVerdicts, tellVerdict, writeTable } from "./odd-sources/table.ts";

const only = process.env["ODD_ONLY"]?.split(",").map(Number);
const count = Number(process.env["ODD_COUNT"] ?? scaled(10, 500));
/** Which are watched in a browser too: "all", "none", or a third of them. */
const inBrowser = process.env["ODD_BROWSER"] ?? (only ? "all" : "some");
const numbers = only ?? Array.from({ length: count }, (_, number) => number);

it("an odd recording is shown as it is, or refused with a reason", { timeout: 7_200_000 }, async () => {
  await using stage = await openStage();
  const verdicts = await inLanes(
    numbers.map((number) => makeRecipe(seed, number)),
    async (recipe) => {
      const isWatched = inBrowser === "all" || (inBrowser === "some" && createRandom(seed * 17 + recipe.number).chance(1 / 3));
      const verdict = await runRecipe(isWatched ? stage : { ...stage, watch: null }, recipe);
      console.log(tellVerdict(verdict));
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
  await buildPage();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-odd-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const archive = stack.use(await openTestArchive({ pageFolder: path.resolve("web/dist") }));
  const browser = archive.openBrowser();
  await browser.signIn("patron-gold");
  const member = { url: archive.url, browser };
  const player = inBrowser === "none" ? null : stack.use(await openPlayer(member));
  const kept = stack.move();
  return {
    archive,
    member,
    folder,
    watch: player && player.watch,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
