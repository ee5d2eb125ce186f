// Prints the results, and writes them into docs/safety.md.
import { writeFileSync } from "node:fs";
import type { Caught } from "./plant.ts";
import type { Rig } from "./rig.ts";

export interface Result {
  rig: Rig;
  measured: string;
  isKept: boolean;
  /** The goal was missed, but no test failed and the reason is known and shown. */
  isExcused: boolean;
  seconds: number;
}

interface Report {
  results: readonly Result[];
  caught: readonly Caught[];
  seed: string;
  took: string;
  /** Only the results of a full run are written into the document. */
  isWhole: boolean;
}

export function mark({ isKept, isExcused }: Result): string {
  return isKept ? "✓" : isExcused ? "~" : "✗";
}

export function writeReport({ results, caught, seed, took, isWhole }: Report): void {
  for (const result of results)
    console.log(`${mark(result)} ${result.rig.promise}\n    ${result.measured}   (goal: ${result.rig.goal})`);
  const found = caught.filter(({ isCaught }) => isCaught).length;
  if (caught.length > 0)
    console.log(`${found === caught.length ? "✓" : "✗"} planted bugs caught: ${found} of ${caught.length}`);
  console.log(`in ${took}`);
  if (!isWhole) return;
  const rows = results.map(
    ({ rig, measured, isKept, seconds }) =>
      `| ${rig.promise} | ${measured} | ${rig.goal} | ${isKept ? "yes" : "**no**"} | \`npm run prove -- ${rig.name}\` (${seconds} s) |`,
  );
  const bugs = caught.map(
    ({ promise, isCaught, by }, index) =>
      `${index + 1}. ${promise}: ${isCaught ? `caught by ${by}` : "**not caught**"}`,
  );
  writeFileSync(
    "docs/safety.md",
    `# Safety, in numbers

This table lists what the archive promises, how often we tried to break each promise, and how often it broke. A promise is kept
when its whole goal is reached, also the number of trials; where it is not, the reason is given beside the result. No failure in n
trials means, with 95 % confidence, a failure rate below 3/n.

\`npm run prove\` made it on ${new Date().toISOString().slice(0, 10)} with seed ${seed}, in ${took}; \`SEED=${seed} npm run prove\` repeats it. \`npm test\`
contains a short version of each of these tests.

| promise | measured | goal | kept | command |
|---|---|---|---|---|
${rows.join("\n")}

## Planted bugs

To show that the tests can fail, we break the code on purpose, one bug at a time: ${found} of ${caught.length} were caught.

${bugs.join("\n")}

## Measured by hand

HTTP Observatory (\`@mdn/mdn-http-observatory\` 1.4.8) gave A+ (130 points, 10 of 10 tests) on 2026-11-15 to an archive behind
\`deploy/nginx/stagedoor-tls.conf\`. Every browser test in \`npm test\` fails when the page's Content Security Policy blocks
anything.
`,
  );
}
