// npm test: every check there is, each shown as it goes, and one line of numbers at the end. With --scaled: the tests of
// the server and the journeys once more, on PostgreSQL and S3.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildPage } from "./build-page.ts";
import { buildServer } from "./build-server.ts";
import { chromium } from "./chromium.ts";
import type { Reporter } from "vitest/node";

interface Count {
  passed: number;
  failed: number;
  /** Told once more at the end, since a long log may reach its reader cut at the front. */
  failures?: string[];
}

const results = path.resolve(".cache/results");

/**
 * Arguments are handed to the test runner: `npm test -- server/queue` runs those tests alone. With --shuffle the journeys
 * run in a random order, and with --shuffle=<seed> in that order again: Playwright names the seed as it begins.
 */
export async function runTests(args: string[]): Promise<number> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const isScaled = args.includes("--scaled");
  const shuffle = args.filter((arg) => /^--shuffle(=|$)/.test(arg));
  const filters = args.filter((arg) => arg !== "--scaled" && !shuffle.includes(arg));
  const counts = isScaled || filters.length > 0 ? [] : await runStatic();
  counts.push(await runSingle("page", async () => void (await buildPage())));
  counts.push(await runSingle("server", async () => void (await buildServer())));
  counts.push(await runSingle("chromium", async () => chromium()));
  if (isScaled) Object.assign(process.env, { TEST_DATABASE: "postgres", TEST_STORE: "s3" });
  counts.push(await runVitest(isScaled ? ["--project=server", ...filters] : filters));
  const journeys = isScaled ? ["e2e/scaled.ts"] : ["node_modules/@playwright/test/cli.js", "test"];
  if (filters.length === 0) counts.push(await runPlaywright([...journeys, ...shuffle]));
  return report(counts);
}

/** npm run check: the quick loop, without browsers and databases. */
export async function runChecks(_args: string[]): Promise<number> {
  return report(await runStatic());
}

async function runStatic(): Promise<Count[]> {
  return [
    await runProgram("lint", "node_modules/oxlint/bin/oxlint"),
    await runProgram("format", "node_modules/oxfmt/bin/oxfmt", "--check", "."),
    await runProgram("types", "node_modules/typescript/bin/tsc", "-b"),
  ];
}

async function runVitest(filters: string[]): Promise<Count> {
  const file = path.join(results, "vitest.json");
  const looseFile = path.join(results, "vitest-loose.json");
  process.env["LOOSE_ERRORS"] = looseFile;
  const own = ["--reporter=./scripts/test.ts", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("node_modules/vitest/vitest.mjs", "run", "--reporter=default", ...own, ...filters);
  return count("unit and component tests", code, file, (text) => {
    const { testResults } = JSON.parse(text) as { testResults: VitestFile[] };
    const files = withLooseErrors(testResults, JSON.parse(readFileSync(looseFile, "utf8")) as LooseError[]);
    const passed = files.flatMap((one) => one.assertionResults).filter(({ status }) => status === "passed");
    const failures = files.flatMap(tellFailures);
    return { passed: passed.length, failed: failures.length, failures };
  });
}

/** A file during which something was thrown outside its tests has failed as well. */
function withLooseErrors(files: VitestFile[], errors: LooseError[]): VitestFile[] {
  const failed = errors.map(({ file, message }): VitestFile => {
    const running = files.find(({ name }) => name === file);
    return {
      name: file ?? "no file known",
      status: "failed",
      message,
      assertionResults: running?.assertionResults ?? [],
    };
  });
  return [...files.filter(({ name }) => !errors.some(({ file }) => file === name)), ...failed];
}

async function runPlaywright(command: string[]): Promise<Count> {
  const file = path.join(results, "playwright.json");
  const code = await run(...command);
  return count("journeys in a browser", code, file, (text) => {
    const { stats, suites } = JSON.parse(text) as PlaywrightResults;
    return { passed: stats.expected, failed: stats.unexpected, failures: suites.flatMap(listFailed) };
  });
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string }[] }[];
}

interface PlaywrightResults {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

/** A file may fail as a whole (it does not load, a hook throws): then its own message is all there is. */
function tellFailures({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = path.relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [`${file}\n${message}`] : [];
  return failed.map(({ fullName, failureMessages = [] }) => [`${file} › ${fullName}`, ...failureMessages].join("\n"));
}

function listFailed({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected"));
  return [...own.map(({ title }) => title), ...suites.flatMap(listFailed)];
}

/** A runner that fails without counting a failed test, or that ran none, has failed all the same. */
function count(name: string, code: number, file: string, read: (text: string) => Count): Count {
  let counted: Count = { passed: 0, failed: 0 };
  try {
    counted = read(readFileSync(file, "utf8"));
  } catch {
    console.log(`${name}: no results were written`);
  }
  const isHonest = code === 0 && counted.passed > 0;
  if (isHonest || counted.failed > 0) return counted;
  return { ...counted, failed: 1, failures: [`${name}: ended with code ${code}, though no test failed`] };
}

async function runProgram(name: string, ...command: string[]): Promise<Count> {
  return runSingle(name, async () => {
    const code = await run(...command);
    if (code !== 0) throw new Error(`${name} ended with code ${code}`);
  });
}

async function runSingle(name: string, work: () => Promise<unknown>): Promise<Count> {
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.log(`\n── ${name}`);
  try {
    await work();
    console.log(`✓ ${name} (${took()})`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(`✗ ${name} (${took()}): ${(error as Error).message}`);
    return { passed: 0, failed: 1, failures: [`${name}: ${(error as Error).message}`] };
  }
}

function run(...command: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { stdio: ["ignore", "inherit", "inherit"] });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

function report(counts: Count[]): number {
  const total = (key: "passed" | "failed") => counts.reduce((sum, one) => sum + one[key], 0);
  const failures = counts.flatMap((one) => one.failures ?? []);
  if (failures.length > 0) console.log(`\nfailed:\n${failures.join("\n\n")}`);
  console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
  return total("failed") === 0 ? 0 : 1;
}

// A reporter for Vitest: what was thrown outside any test (a promise nobody waited for, a worker that ended) fails the
// run without failing a test. Its other reporters print that in the middle of a long log; this one keeps it for the
// end.

interface LooseError {
  /** The test file that was running, where that is known. */
  file?: string;
  message: string;
}

export default class LooseErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const file = process.env["LOOSE_ERRORS"];
    const loose = errors.map((error): LooseError => {
      const running: unknown = error["VITEST_TEST_PATH"];
      const cause = error.cause instanceof Object && "message" in error.cause ? `\n${error.cause.message}` : "";
      const message = `${error.stack ?? `${error.name}: ${error.message}`}${cause}`;
      return typeof running === "string" ? { file: running, message } : { message };
    });
    if (file) writeFileSync(file, JSON.stringify(loose));
  }
}
