// Recordings with irregular times, made from random recipes that know what must be seen and heard at every moment. SEED and
// ODD_COUNT choose them, ODD_ONLY=7,12 runs some, ODD_BROWSER is all, some or none. Recordings that fail are kept in
// .cache/odd-sources with their recipes.
import { expect, it } from "vitest";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { inLanes } from "./lanes.ts";
import { check } from "./odd-sources/check.ts";
import type { Recipe, Truth } from "./odd-sources/model.ts";
import { observe } from "./odd-sources/observe.ts";
import { makeRecipe } from "./odd-sources/recipe.ts";
import { prepare, runRecipe } from "./odd-sources/run.ts";
import { makeSource } from "./odd-sources/source.ts";
import { openStage } from "./odd-sources/stage.ts";
import { countVerdicts, tellVerdict, writeTable } from "./odd-sources/table.ts";

const only = process.env["ODD_ONLY"]?.split(",").map(Number);
const count = Number(process.env["ODD_COUNT"] ?? scaled(0, 500));
const numbers = only ?? Array.from({ length: count }, (_, number) => number);
/** Wrong once: a seek to before a long last picture, and a reset with B-frames in Matroska. The short run repeats them. */
const wrongOnce =
  only || scaled(0, 1) === 1
    ? []
    : [
        [850_595, 184],
        [850_595, 265],
        [949_411, 80],
      ].map(([from = 0, number = 0]) => makeRecipe(from, number));
const recipes = [...wrongOnce, ...numbers.map((number) => makeRecipe(seed, number))];
/** A browser takes longer than all other checks, so by default it plays a third of them. */
const inBrowser = process.env["ODD_BROWSER"] ?? (only ? "all" : "some");
const isWatched = (recipe: Recipe) =>
  inBrowser === "all" || wrongOnce.includes(recipe) || createRandom(seed * 17 + recipe.number).chance(1 / 3);

it(
  "irregular recordings are shown as intended, or refused with a reason",
  { tags: ["long"], timeout: 7_200_000 },
  async () => {
    await using stage = await openStage({ hasPlayer: inBrowser !== "none" });
    const verdicts = await inLanes(recipes, async (recipe) => {
      const watch = isWatched(recipe) ? stage.watch : null;
      const verdict = await runRecipe({ ...stage, watch }, recipe);
      console.log(tellVerdict(verdict));
      return verdict;
    });
    console.log(writeTable(verdicts));
    publish("odd-sources", countVerdicts(verdicts));
    expect(verdicts).toHaveLength(recipes.length);
    expect(verdicts.filter(({ faults }) => faults.length > 0).map(({ recipe }) => recipe.number)).toEqual([]);
  },
);

it("video and audio that differ from what is expected are noticed", { tags: ["long"], timeout: 600_000 }, async () => {
  await using stage = await openStage({ hasPlayer: false });
  const recipe = makeRecipe(1, 0);
  const source = await makeSource(recipe, stage.folder);
  const published = await prepare(stage.archive, source, recipe);
  if (published.sentence !== undefined) throw new Error(published.sentence);
  const observed = await observe(stage.member, published);
  const look = (truth: Truth) => check(observed, recipe, truth).join("\n");
  const { truth } = source;
  expect(look(truth)).toBe("");
  const later = <T extends { at: number; until: number }>(all: T[], seconds: number) =>
    all.map((one) => ({ ...one, at: one.at + seconds, until: one.until + seconds }));
  const [first] = truth.sound;
  if (!first) throw new Error("it has no audio");
  expect(look({ ...truth, seconds: truth.seconds + 0.2 })).toMatch(/length: the database[^]*length: video-source/);
  expect(look({ ...truth, pictures: later(truth.pictures, 0.1) })).toMatch(/video-source.*ms away/);
  expect(look({ ...truth, sound: later(truth.sound, 0.06) })).toMatch(/audio.m3u8: at .* the sound is -60 ms late/);
  expect(look({ ...truth, sound: [{ ...first, content: 100 }] })).toMatch(/another sound/);
  expect(look({ ...truth, sound: [{ ...first, until: first.at + 2 }] })).toMatch(/should be silence/);
});
