// The scoreboard as it is printed, and as docs/safety.md keeps it.
import { writeFileSync } from "node:fs";
import type { Caught } from "./plant.ts";
import type { Rig } from "./rig.ts";

export interface Result {
  rig: Rig;
  measured: string;
  isKept: boolean;
  /** No test failed, and why the goal was missed is known and told. */
  isExcused: boolean;
  seconds: number;
}

export interface Report {
  results: readonly Result[];
  caught: readonly Caught[];
  seed: string;
  took: string;
  /** Only a run of everything is kept. */
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
    console.log(`${found === caught.length ? "✓" : "✗"} seeded bugs caught: ${found} of ${caught.length}`);
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

Made by \`npm run prove\` on ${new Date().toISOString().slice(0, 10)} with seed ${seed}, in ${took}; \`SEED=${seed} npm run prove\` repeats
it. A short version of every rig is part of \`npm test\`. No failure in n trials bounds the rate at 3/n. A goal is kept when
all of it is, the number it names too; where it is not, the reason stands beside what was measured.

| promise | measured | goal | kept | command |
|---|---|---|---|---|
${rows.join("\n")}

## Bugs planted, one at a time

The same tests have to fail when a promise is broken on purpose: ${found} of ${caught.length} were caught.

${bugs.join("\n")}

## Measured by hand

HTTP Observatory (\`@mdn/mdn-http-observatory\` 1.4.8) on 2026-11-15, of an archive behind \`deploy/nginx/stagedoor.conf\` with
TLS: A+ (130 points, 10 of 10 tests). Every journey in the browser, a part of \`npm test\`, fails when the page's policy blocks
anything.
`,
  );
}
