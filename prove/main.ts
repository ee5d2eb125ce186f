// npm run prove: runs every rig, the longest with a part of their trials, and plants the small bugs that the tests must
// catch, in about an hour. Prints the results, keeps them, and writes docs/safety.md. `npm run prove -- crash` runs one rig at full
// length, `-- full` all, `-- bugs` only the bugs, and `-- crash bugs` those that this rig must catch; SEED=… repeats a run.
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findQuickFolder } from "#server/testing/postgres.ts";
import { isInstalled } from "./browsers/installed.ts";
import type { Bug } from "./bugs/bug.ts";
import { bugs } from "./bugs/bugs.ts";
import { inLanes, minutes } from "./lanes.ts";
import { plantBugs, type Caught } from "./bugs/plant.ts";
import { isKept as isGoalReached, type Numbers, type Rig } from "./rig.ts";
import { rigs } from "./scoreboard.ts";
import { mark, printReport, safetyFile, writeDocument, type Result } from "./report.ts";
import { readResults, writeResults } from "./results.ts";

const folder = path.resolve(".cache/prove");
const asked = process.argv.slice(2);
const isWhole = asked.length === 0 || asked.includes("full");
const seed = process.env["SEED"] ?? String(Math.floor(Date.now() / 1000) % 1_000_000);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const began = performance.now();
console.log(`seed ${seed}; the output of the tests is in ${folder}\n`);
const chosen = rigs.filter(({ name }) => isWhole || asked.includes(name));
const { alone = [], beside = [] } = Object.groupBy(chosen, ({ isAlone }) => (isAlone ? "alone" : "beside"));
const results: Result[] = [];
for (const rig of alone) results.push(await runRig(rig));
results.push(...(await inLanes(beside.toSorted(byLength), runRig)));
results.sort((a, b) => rigs.indexOf(a.rig) - rigs.indexOf(b.rig));
const caught: Caught[] = isWhole || asked.includes("bugs") ? await plantBugs(folder, listBugs(), keepResult) : [];
printReport(results, caught, minutes(began));
process.exitCode =
  results.every(({ isKept, isExcused }) => isKept || isExcused) && caught.every(({ isCaught }) => isCaught) ? 0 : 1;

/** After each rig and each bug, so that a run that is stopped has measured something. */
function keepResult(one: Result | Caught): void {
  const kept = readResults();
  if ("isCaught" in one) kept.bugs[one.promise] = { date: today(), isCaught: one.isCaught };
  else {
    const { rig, isExcused: _, ...result } = one;
    (result.part === undefined ? kept.rigs : kept.parts)[rig.name] = result;
  }
  const known = bugs.flatMap(({ promise }) => (kept.bugs[promise] ? [[promise, kept.bugs[promise]] as const] : []));
  kept.bugs = Object.fromEntries(known);
  writeResults(kept);
  writeFileSync(safetyFile, writeDocument(kept));
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** All of them, or those that the chosen rigs must catch; without those of a browser that this machine does not have. */
function listBugs(): Bug[] {
  const here = bugs.filter(({ browser }) => browser === undefined || isInstalled(browser));
  if (here.length < bugs.length) console.log(`${bugs.length - here.length} bugs need a browser that is not installed`);
  if (isWhole || asked.every((name) => name === "bugs")) return here;
  const tests = chosen.flatMap((rig) => rig.tests);
  return here.filter(({ test }) => tests.some((name) => test.startsWith(name)));
}

/** Long rigs start first, so that the other lane does not wait for one at the end. */
function byLength(a: Rig, b: Rig): number {
  return Number(b.isLong ?? false) - Number(a.isLong ?? false);
}

async function runRig(rig: Rig): Promise<Result> {
  const file = path.join(folder, `${rig.name}.jsonl`);
  const log = path.join(folder, `${rig.name}.log`);
  const began = performance.now();
  console.log(`── ${rig.name} starts: ${rig.promise}`);
  const part = asked.length === 0 ? (rig.partInAll ?? 1) : 1;
  const places = rig.needsDisk ? {} : { TMPDIR: findQuickFolder() };
  const code = await run(
    rig.tests,
    { PROVE: "full", PROVE_PART: String(part), SEED: seed, PROOF_FILE: file, ...places },
    log,
  );
  const numbers = existsSync(file) ? add(file) : {};
  const hasCounted = Object.keys(numbers).length > 0;
  const isKept = code === 0 && hasCounted && isGoalReached(rig, numbers, part);
  const reason = code === 0 && !isKept ? rig.reason?.(numbers) : undefined;
  const words = [
    hasCounted ? rig.describe(numbers) : "nothing was counted",
    ...(code === 0 ? [] : ["a test failed"]),
    ...(reason === undefined ? [] : [`below the goal: ${reason}`]),
  ];
  const seconds = Math.round((performance.now() - began) / 1000);
  const measured = words.join("; ");
  const result = {
    ...{ rig, date: today(), seed, seconds, measured, isKept, isExcused: reason !== undefined },
    ...(part < 1 && { part }),
  };
  keepResult(result);
  console.log(`${mark(result)} ${rig.name}: ${result.measured} (${minutes(began)})`);
  if (code !== 0) console.log(readFileSync(log, "utf8"));
  return result;
}

function run(tests: readonly string[], env: Record<string, string>, log: string): Promise<number> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", "--testTimeout=3600000", ...tests];
  const { promise, resolve } = Promise.withResolvers<number>();
  const output = openSync(log, "w");
  const child = spawn(process.execPath, vitest, { env: { ...process.env, ...env }, stdio: ["ignore", output, output] });
  closeSync(output);
  child.on("exit", (code) => resolve(code ?? 1));
  return promise;
}

function add(file: string): Numbers {
  const sum: Numbers = {};
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const { numbers } = JSON.parse(line) as { numbers: Numbers };
    for (const [name, value] of Object.entries(numbers))
      sum[name] = name.startsWith("most") ? Math.max(sum[name] ?? 0, value) : (sum[name] ?? 0) + value;
  }
  return sum;
}
