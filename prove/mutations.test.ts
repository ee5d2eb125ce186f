// Lines of what decides who may see what, what is deleted, what is published and what a set list says are changed one by one, by
// StrykerJS in a copy of the code: the tests beside the code have to notice. Its own packages are installed when this runs.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { isFull, publish } from "#server/testing/proof.ts";

const run = promisify(execFile);
const plan = "prove/mutations";
/** Of its packages, and of the copy of the code. */
const folder = ".cache/mutations";
const parts = ["server/access/", "server/cleanup/", "server/media/fragments/", "server/library/songs/text/"];
const leastPercent = 85;

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

it.runIf(isFull)("the tests notice nearly every changed line", async () => {
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    await cp(path.join(plan, file), path.join(folder, file));
  await run("npm", ["ci"], { cwd: folder });
  const stryker = path.join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
  await run(process.execPath, [stryker, "run", path.join(plan, "stryker.config.json")], { maxBuffer: 2 ** 28 });
  const { files } = JSON.parse(readFileSync(".cache/results/mutations.json", "utf8")) as Report;
  const counts = parts.map((part) => {
    const mutants = Object.entries(files).flatMap(([file, one]) => (file.startsWith(part) ? one.mutants : []));
    const count = (...wanted: string[]) => mutants.filter(({ status }) => wanted.includes(status)).length;
    const noticed = count("Killed", "Timeout");
    return { part, noticed, mutants: noticed + count("Survived", "NoCoverage") };
  });
  const scores = counts.map(({ noticed, mutants }) => (100 * noticed) / mutants);
  const sum = (key: "noticed" | "mutants") => counts.reduce((total, one) => total + one[key], 0);
  publish("mutations", { noticed: sum("noticed"), mutants: sum("mutants"), leastPercent: Math.min(...scores) });
  console.log(counts);
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(leastPercent);
});
