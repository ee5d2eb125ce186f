// The results of the players, in words and numbers.
import { tellRecipe } from "../odd-sources/recipe.ts";
import type { Played } from "./run.ts";

export function listFaults({ recipe, faults }: Played): string[] {
  return [...faults].flatMap(([player, some]) =>
    some.map((fault) => `${recipe.kind} (${recipe.number}), ${player}: ${fault}`),
  );
}

export function tellPlayed(played: Played): string {
  const faults = listFaults(played);
  const mark = faults.length > 0 ? "WRONG" : "right";
  return [`${mark} in ${played.seconds.toFixed(1)} s: ${tellRecipe(played.recipe)}`, ...faults].join("\n      ");
}

/** A line for every player: how much it played, and what failed. */
export function tellPlayers(all: readonly Played[]): string {
  const names = [...new Set(all.flatMap(({ faults }) => [...faults.keys()]))];
  const lines = names.map((name) => {
    const wrong = all.filter(({ faults }) => faults.get(name)?.length);
    const which = wrong.map(({ recipe }) => `${recipe.kind} (${recipe.number})`).join(", ");
    return `${name}: ${all.length - wrong.length} of ${all.length} right${which && `; wrong: ${which}`}`;
  });
  return lines.join("\n");
}

export function countPlayed(all: readonly Played[]) {
  const plays = all.flatMap(({ faults }) => [...faults]);
  return {
    recordings: all.length,
    kinds: new Set(all.map(({ recipe }) => recipe.kind)).size,
    plays: plays.length,
    inVlc: plays.filter(([player]) => player === "VLC").length,
    wrong: plays.filter(([, faults]) => faults.length > 0).length,
  };
}
