// Prints the results of a run, and writes docs/safety.md from the last results of all.
import { bugs } from "./bugs/bugs.ts";
import type { Caught } from "./bugs/plant.ts";
import type { Results, RigResult } from "./results.ts";
import type { Rig } from "./rig.ts";
import { rigs } from "./scoreboard.ts";

export const safetyFile = "docs/safety.md";

export interface Result extends RigResult {
  rig: Rig;
  /** The goal was missed, but no test failed and the reason is known and shown. */
  isExcused: boolean;
}

export function mark({ isKept, isExcused }: Pick<Result, "isKept" | "isExcused">): string {
  return isKept ? "✓" : isExcused ? "~" : "✗";
}

export function printReport(results: readonly Result[], caught: readonly Caught[], took: string): void {
  for (const result of results)
    console.log(`${mark(result)} ${result.rig.promise}\n    ${result.measured}   (goal: ${result.rig.goal})`);
  const found = caught.filter(({ isCaught }) => isCaught).length;
  if (caught.length > 0)
    console.log(`${found === caught.length ? "✓" : "✗"} planted bugs caught: ${found} of ${caught.length}`);
  console.log(`in ${took}`);
}

function writeCells({ goal }: Rig, all: readonly RigResult[]): string[] {
  const each = (tell: (result: RigResult) => string) => all.map(tell).join("<br>");
  const tellPart = ({ part }: RigResult) =>
    part === undefined ? "" : ` (with ${Math.round(part * 100)} % of the trials)`;
  return [
    each((result) => `${result.measured}${tellPart(result)}`),
    goal,
    each(({ isKept }) => (isKept ? "yes" : "**no**")),
    each(({ date, seconds }) => `${date}, ${seconds} s`),
  ];
}

export function writeDocument(results: Results): string {
  const rows = rigs.map((rig) => {
    const all = [results.rigs[rig.name], results.parts[rig.name]].filter((result) => result !== undefined);
    const cells = all.length === 0 ? ["not measured yet", rig.goal, "", ""] : writeCells(rig, all);
    return `| ${[rig.promise, ...cells, `\`npm run prove -- ${rig.name}\``].join(" | ")} |`;
  });
  const planted = bugs.map((bug) => ({ ...bug, result: results.bugs[bug.promise] }));
  const count = (isCaught?: boolean) => planted.filter(({ result }) => result?.isCaught === isCaught).length;
  const outcomes = [
    `${count(true)} were caught`,
    ...(count(false) > 0 ? [`**${count(false)} were not**`] : []),
    ...(count() > 0 ? [`${count()} are still to be planted`] : []),
  ];
  const lines = planted.map(({ promise, test, result }, index) => {
    const outcome = result?.isCaught
      ? `caught on ${result.date} by ${test}`
      : result
        ? "**not caught**"
        : "not planted yet";
    return `${index + 1}. ${promise}: ${outcome}`;
  });
  return `# Safety, in numbers

This table lists what the archive promises, how often we tried to break each promise, and how often it broke. A promise is kept
when its whole goal is reached, also the number of trials; where it is not, the reason is given beside the result. No failure in n
trials means, with 95 % confidence, a failure rate below 3/n.

\`npm run prove\` measures all of it in about an hour and writes this document. For that the longest tests do a part of their trials:
their rows say which part, after the last result with all of them. The command of a row does all trials of that row, and
\`npm run prove -- full\` those of all rows, which takes many hours. \`npm test\` runs a short version of
those that a new route or setting may break, and the tests beside the code.

| promise | measured | goal | kept | when, and how long it took | command |
|---|---|---|---|---|---|
${rows.join("\n")}

## Planted bugs

To show that the tests can fail, we break the code on purpose, one bug at a time. Of ${bugs.length} bugs ${outcomes.join(", ")}.
They are for the rigs, and for what no mutation reaches: SQL, flushing, wiring, other programs.

${lines.join("\n")}

## Measured by hand

HTTP Observatory (\`@mdn/mdn-http-observatory\` 1.4.8) gave A+ (130 points, 10 of 10 tests) on 2026-11-15 to an archive behind
\`deploy/nginx/stagedoor-tls.conf\`. Every browser test in \`npm test\` fails when the page's Content Security Policy blocks
anything.
`;
}
