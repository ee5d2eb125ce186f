// Plants one bug at a time in a copy of the code, and runs the test that must catch it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { chromium } from "#scripts/chromium.ts";
import { findQuickFolder } from "#server/testing/postgres.ts";
import type { Bug } from "./bug.ts";
import { inLanes, lanes } from "../lanes.ts";

export interface Caught {
  promise: string;
  isCaught: boolean;
  by: string;
}

const copied = [
  "bench", "contract", "deploy", "docs", "e2e", "emulator", "package.json", "package-lock.json", "prove", "scripts", "server", "tsconfig.json",
  "tsconfig.shared.json", "vitest.config.ts", "web",
]; // prettier-ignore

export async function plantBugs(
  folder: string,
  bugs: readonly Bug[],
  keep: (caught: Caught) => void,
): Promise<Caught[]> {
  const copies = Array.from({ length: lanes }, (_, lane) => makeCopy(path.join(folder, `copy-${lane}`)));
  const red = await findRed(copies[0] as string, bugs);
  return inLanes(bugs, async (bug, lane) => {
    const { promise, test: by } = bug;
    const isRed = red.some((line) => line.includes(by));
    const outcome = isRed ? "fails without it too" : await plant(copies[lane] as string, bug);
    const isCaught = outcome === "failed";
    console.log(`${isCaught ? "✓ caught" : `✗ NOT caught, its test ${outcome}`}: ${promise} (${by})`);
    const caught = { promise, isCaught, by };
    keep(caught);
    return caught;
  });
}

function makeCopy(copy: string): string {
  rmSync(copy, { recursive: true, force: true });
  for (const name of copied) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  return copy;
}

async function plant(copy: string, { file, from, to, test, name }: Bug): Promise<Outcome> {
  const place = path.join(copy, file);
  const whole = readFileSync(place, "utf8");
  if (!whole.includes(from)) return "did not run";
  writeFileSync(
    place,
    whole.replace(from, () => to),
  );
  try {
    const options = ["--bail=1", ...(name === undefined ? [] : ["-t", name])];
    return (await runTests(copy, [test], options)).outcome;
  } finally {
    writeFileSync(place, whole);
  }
}

/** Tests that fail without any bug cannot catch one. Returns the output lines that name them. */
async function findRed(copy: string, bugs: readonly Bug[]): Promise<string[]> {
  const { named = [], whole = [] } = Object.groupBy(bugs, ({ name }) => (name === undefined ? "whole" : "named"));
  const pattern = [...new Set(named.map(({ name }) => `(${name})`))].join("|");
  const red: string[] = [];
  for (const { some, options } of [
    { some: named, options: ["-t", pattern] },
    { some: whole, options: [] },
  ]) {
    if (some.length === 0) continue;
    const tests = [...new Set(some.map(({ test }) => test))];
    const { outcome, failed } = await runTests(copy, tests, options);
    if (outcome !== "passed") console.log(`without any bug:\n${failed.join("\n")}`);
    red.push(...failed);
  }
  return red;
}

type Outcome = "passed" | "failed" | "did not run";

async function runTests(
  folder: string,
  tests: readonly string[],
  options: readonly string[],
): Promise<{ outcome: Outcome; failed: string[] }> {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", ...tests, ...options];
  // Chromium is unpacked once, and not again in every copy
  const browsers = { CHROMIUM: chromium(), BROWSERS: "all", LONG: "on" };
  const env = { ...process.env, ...browsers, NO_COLOR: "1", TMPDIR: findQuickFolder() };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const failed = stderr.split("\n").filter((line) => line.startsWith(" FAIL "));
  const isTold = new RegExp(`^ *Tests .*\\d+ ${code === 0 ? "passed" : "failed"}`, "m").test(stdout);
  return { outcome: !isTold ? "did not run" : code === 0 ? "passed" : "failed", failed };
}
