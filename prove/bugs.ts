// Small bugs, each breaking one promise, planted one at a time in a scratch copy. The tests named beside each must fail.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Bug {
  /** What it breaks. */
  promise: string;
  file: string;
  /** The first occurrence is replaced; it must be there. */
  from: string;
  to: string;
  /** Part of the path of the test that has to notice. */
  test: string;
}

export interface Caught {
  promise: string;
  isCaught: boolean;
  by: string;
}

export const bugs: readonly Bug[] = [];

const copied = [
  "contract", "deploy", "docs", "e2e", "emulator", "package.json", "prove", "scripts", "server", "tsconfig.json",
  "tsconfig.shared.json", "vitest.config.ts", "web",
]; // prettier-ignore

export async function plantBugs(folder: string): Promise<Caught[]> {
  const copy = path.join(folder, "copy");
  for (const name of copied) cpSync(name, path.join(copy, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  return bugs.map((bug) => {
    const file = path.join(copy, bug.file);
    const whole = readFileSync(file, "utf8");
    if (!whole.includes(bug.from)) throw new Error(`${bug.file} no longer says: ${bug.from}`);
    writeFileSync(
      file,
      whole.replace(bug.from, () => bug.to),
    );
    try {
      const isCaught = fails(copy, bug.test);
      console.log(`${isCaught ? "✓ caught" : "✗ NOT caught"}: ${bug.promise} (${bug.test})`);
      return { promise: bug.promise, isCaught, by: bug.test };
    } finally {
      writeFileSync(file, whole);
    }
  });
}

/** A test that fails, and not one that could not be run. */
function fails(folder: string, test: string): boolean {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "server", "--bail=1", "--retry=0", test];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  return status !== 0 && /Tests\s+.*\d+ failed/.test(stdout.replaceAll(/\u001b\[[0-9;]*m/g, ""));
}
