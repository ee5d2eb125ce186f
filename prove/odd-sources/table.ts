// The results of a run, by kind of irregularity.
import { tellRecipe } from "./recipe.ts";
import type { Verdict } from "./run.ts";

export function tellVerdict({ recipe, outcome, sentence, faults, seconds }: Verdict): string {
  const mark = faults.length > 0 ? "WRONG" : "right";
  const head = `${mark} ${outcome} in ${seconds.toFixed(1)} s: ${tellRecipe(recipe)}`;
  return [head, ...(sentence === null ? [] : [`refused: ${sentence}`]), ...faults].join("\n      ");
}

export function countVerdicts(verdicts: readonly Verdict[]) {
  const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length;
  return {
    files: verdicts.length,
    copied: count(({ outcome }) => outcome === "copied"),
    encoded: count(({ outcome }) => outcome === "encoded"),
    refused: count(({ outcome }) => outcome === "refused"),
    watched: count(({ inBrowser }) => inBrowser),
    wrong: count(({ faults }) => faults.length > 0),
  };
}

export function writeTable(verdicts: readonly Verdict[]): string {
  const groups = Object.entries(Object.groupBy(verdicts, ({ recipe }) => recipe.kind));
  const cells = (name: string, some: readonly Verdict[]) => {
    const { files, copied, encoded, refused, watched, wrong } = countVerdicts(some);
    const numbers = some.filter(({ faults }) => faults.length > 0).map(({ recipe }) => recipe.number);
    return [name, ...[files, copied, encoded, refused, watched, wrong].map(String), numbers.join(" ")];
  };
  const rows = [
    ["kind", "files", "copied", "encoded", "refused", "in browser", "wrong", "recipes"],
    ...groups.toSorted(([a], [b]) => a.localeCompare(b)).map(([kind, some = []]) => cells(kind, some)),
    cells("all", verdicts),
  ];
  const wide = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(wide[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
