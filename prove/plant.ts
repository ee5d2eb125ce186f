// Plants each bug in a scratch copy, one at a time, and runs the tests that have to notice it.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bugs as all, type Bug } from "./bugs.ts";

export interface Caught {
  promise: string;
  isCaught: boolean;
  by: string;
}

const copied = [
  "contract", "deploy", "docs", "e2e", "emulator", "package.json", "package-lock.json", "prove", "scripts", "server", "tsconfig.json",
  "tsconfig.shared.json", "vitest.config.ts", "web",
]; // prettier-ignore

export function plantBugs(folder: string, bugs: readonly Bug[] = all): Caught[] {
  const copy = path.join(folder, "copy");
  rmSync(copy, { recursive: true, force: true });
  for (const name of copied) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  const red = findRed(copy, bugs);
  return bugs.map((bug) => {
    const { promise, test: by } = bug;
    const outcome = red.some((line) => line.includes(by)) ? "fails without it too" : plant(copy, bug);
    const isCaught = outcome === "failed";
    console.log(`${isCaught ? "✓ caught" : `✗ NOT caught, its test ${outcome}`}: ${promise} (${by})`);
    return { promise, isCaught, by };
  });
}

function plant(copy: string, { file, from, to, test, name }: Bug): Outcome {
  const place = path.join(copy, file);
  const whole = readFileSync(place, "utf8");
  if (!whole.includes(from)) return "did not run";
  writeFileSync(
    place,
    whole.replace(from, () => to),
  );
  try {
    return runTests(copy, [test], ["--bail=1", "--retry=0", ...(name === undefined ? [] : ["-t", name])]).outcome;
  } finally {
    writeFileSync(place, whole);
  }
}

/** A test that fails anyway catches nothing: the lines that name such tests. */
function findRed(copy: string, bugs: readonly Bug[]): string[] {
  const { named = [], whole = [] } = Object.groupBy(bugs, ({ name }) => (name === undefined ? "whole" : "named"));
  const pattern = [...new Set(named.map(({ name }) => `(${name})`))].join("|");
  return [
    { some: named, options: ["-t", pattern] },
    { some: whole, options: [] },
  ].flatMap(({ some, options }) => {
    if (some.length === 0) return [];
    const tests = [...new Set(some.map(({ test }) => test))];
    const { outcome, failed } = runTests(copy, tests, ["--retry=1", ...options]);
    if (outcome !== "passed") console.log(`without any bug:\n${failed.join("\n")}`);
    return failed;
  });
}

type Outcome = "passed" | "failed" | "did not run";

function runTests(
  folder: string,
  tests: readonly string[],
  options: readonly string[],
): { outcome: Outcome; failed: string[] } {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", ...tests, ...options];
  // none of these tests starts a browser, so none has to be unpacked
  const env = { ...process.env, CHROMIUM: "none", NO_COLOR: "1" };
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env, maxBuffer: 1 << 28 });
  const failed = run.stderr.split("\n").filter((line) => line.startsWith(" FAIL "));
  const isTold = new RegExp(`^ *Tests .*\\d+ ${run.status === 0 ? "passed" : "failed"}`, "m").test(run.stdout);
  return { outcome: !isTold ? "did not run" : run.status === 0 ? "passed" : "failed", failed };
}
