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
  for (const bug of bugs) readWhole(copy, bug);
  requireGreen(copy, bugs);
  return bugs.map((bug) => {
    const whole = readWhole(copy, bug);
    const file = path.join(copy, bug.file);
    writeFileSync(
      file,
      whole.replace(bug.from, () => bug.to),
    );
    try {
      const { outcome } = runTests(copy, [bug.test], bug.name);
      const isCaught = outcome === "failed";
      console.log(`${isCaught ? "✓ caught" : `✗ NOT caught, its test ${outcome}`}: ${bug.promise} (${bug.test})`);
      return { promise: bug.promise, isCaught, by: bug.test };
    } finally {
      writeFileSync(file, whole);
    }
  });
}

function readWhole(copy: string, { file, from }: Bug): string {
  const whole = readFileSync(path.join(copy, file), "utf8");
  if (!whole.includes(from)) throw new Error(`${file} no longer says: ${from}`);
  return whole;
}

/** A test that fails anyway catches nothing. */
function requireGreen(copy: string, bugs: readonly Bug[]): void {
  const { named = [], whole = [] } = Object.groupBy(bugs, ({ name }) => (name === undefined ? "whole" : "named"));
  const pattern = [...new Set(named.map(({ name }) => `(${name})`))].join("|");
  for (const [some, name] of [[named, pattern] as const, [whole, undefined] as const]) {
    if (some.length === 0) continue;
    const tests = [...new Set(some.map(({ test }) => test))];
    const { outcome, failed } = runTests(copy, tests, name);
    if (outcome !== "passed") throw new Error(`Without any bug the tests already ${outcome}: ${failed.join("\n")}`);
  }
}

interface Outcome {
  outcome: "passed" | "failed" | "did not run";
  failed: string[];
}

function runTests(folder: string, tests: readonly string[], name?: string): Outcome {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", "--bail=1", "--retry=0"];
  const args = [...vitest, ...tests, ...(name === undefined ? [] : ["-t", name])];
  // none of these tests starts a browser, so none has to be unpacked
  const env = { ...process.env, CHROMIUM: "none", NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    env,
    maxBuffer,
  });
  const failed = stderr.split("\n").filter((line) => line.startsWith(" FAIL "));
  if (status === 0) return { outcome: /^ *Tests .*\d+ passed/m.test(stdout) ? "passed" : "did not run", failed };
  return { outcome: /^ *Tests .*\d+ failed/m.test(stdout) ? "failed" : "did not run", failed };
}

const maxBuffer = 1 << 28;
