// Chooses the recordings for the players: of every kind of irregularity those that are quickest to make and to play.
import type { Recipe } from "../odd-sources/model.ts";
import { allKinds, makeRecipe } from "../odd-sources/recipe.ts";

/** Enough that every kind occurs several times. */
const scanned = 240;

/** Recipes with audio by kind, the smallest first. All numbers belong to one seed, so no two files have the same name. */
export function chooseRecipes(seed: number): Map<string, Recipe[]> {
  const all = Array.from({ length: scanned }, (_, number) => makeRecipe(seed, number)).filter(({ audio }) => audio);
  return new Map(allKinds.map((kind) => [kind, all.filter((one) => one.kind === kind).toSorted(bySize)]));
}

function bySize(a: Recipe, b: Recipe): number {
  return pixelsOf(a) - pixelsOf(b);
}

function pixelsOf({ video: { frames, width, height } }: Recipe): number {
  return frames * width * height;
}
