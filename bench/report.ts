// What was measured: rounds in which variants take turns, goals printed as reached or missed, results kept in bench/results, and
// docs/benchmarks.md written from them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

// The results of a benchmark until main.ts writes them to a file: goals with their ratios, and plain figures for the
// capacity model.

export interface Spread {
  low: number;
  median: number;
  high: number;
}

export interface Goal {
  name: string;
  goal: string;
  measured: Spread;
  isReached: boolean;
}

interface Figure {
  name: string;
  value: number;
  unit: string;
}

interface Notes {
  goals: Goal[];
  figures: Figure[];
}

let notes: Notes = { goals: [], figures: [] };

function noteGoals(goals: readonly Goal[]): void {
  notes.goals.push(...goals);
}

export function noteFigure(name: string, value: number, unit: string): void {
  notes.figures.push({ name, value, unit });
}

/** Everything noted since the last call. */
export function takeNotes(): Notes {
  const taken = notes;
  notes = { goals: [], figures: [] };
  return taken;
}

// Rounds in which the variants take turns, ratios between two of the same round, and goals printed as reached or missed.

export interface Measured {
  requestsPerSecond: number;
  cpuMicroseconds: number;
}
export type Round = Map<string, Measured>;

const warmRounds = 5;

/** Before measuring: a program that has just started is still being compiled, and needs up to twice the processor time. */
export async function warm(variants: ReadonlyMap<string, () => Promise<Measured>>): Promise<void> {
  await playRounds(warmRounds, variants);
}

/** Runs every variant once per round, in a new order each time, so that a busy moment does not always hit the same one. */
export async function playRounds(
  count: number,
  variants: ReadonlyMap<string, () => Promise<Measured>>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const measured: Round = new Map();
    for (const [name, measure] of shuffle([...variants])) measured.set(name, await measure());
    rounds.push(measured);
  }
  return rounds;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

/** Throughput of `name` in relation to `anchor`, round by round. */
export function throughputRatio(rounds: readonly Round[], name: string, anchor: string): Spread {
  return ratio(rounds, name, anchor, "requestsPerSecond");
}

export function cpuRatio(rounds: readonly Round[], name: string, anchor: string): Spread {
  return ratio(rounds, name, anchor, "cpuMicroseconds");
}

function ratio(rounds: readonly Round[], name: string, anchor: string, what: keyof Measured): Spread {
  return spreadOf(
    rounds.map((round) => (round.get(name)?.[what] ?? Number.NaN) / (round.get(anchor)?.[what] ?? Number.NaN)),
  );
}

/** Throughput of the first against the second. */
export function atLeast(rounds: readonly Round[], id: string, least: number, pair: [string, string]): Goal {
  const measured = throughputRatio(rounds, ...pair);
  const name = `${id} ${pair.join(" / ")}, throughput`;
  return { name, goal: `>= ${least}`, measured, isReached: measured.median >= least };
}

/** Processor time of the first against the second. */
export function atMost(rounds: readonly Round[], id: string, most: number, pair: [string, string]): Goal {
  const measured = cpuRatio(rounds, ...pair);
  const name = `${id} ${pair.join(" / ")}, processor time`;
  return { name, goal: `<= ${most}`, measured, isReached: measured.median <= most };
}

/** Prints and notes everything that was measured. */
export function printLoads(rounds: readonly Round[], names: Iterable<string>): void {
  for (const name of names) {
    const rate = spreadOf(rounds.map((round) => round.get(name)?.requestsPerSecond ?? 0)).median;
    const cpu = spreadOf(rounds.map((round) => round.get(name)?.cpuMicroseconds ?? 0)).median;
    const line = `${rate.toFixed(0).padStart(10)} requests/s${cpu.toFixed(0).padStart(10)} µs of processor each`;
    console.log(`  ${name.padEnd(18)}${line}`);
    noteFigure(`${name}, rate`, rate, "requests/s");
    noteFigure(`${name}, processor`, cpu, "µs each");
  }
  console.log("");
}

export function printGoals(goals: readonly Goal[]): boolean {
  noteGoals(goals);
  const show = (value: number) => (value >= 20 ? value.toFixed(0) : value.toFixed(2));
  for (const { name, goal, measured, isReached } of goals) {
    const spread = `${show(measured.median)} [${show(measured.low)} to ${show(measured.high)}]`;
    console.log(`  ${isReached ? "ok  " : "MISS"}  ${name.padEnd(66)} goal ${goal.padEnd(9)} measured ${spread}`);
  }
  return goals.every(({ isReached }) => isReached);
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

// The last result of every benchmark, one file each in bench/results. Running one benchmark changes only its own file.

interface Result extends Notes {
  bench: string;
  /** True when all its goals were reached. */
  isReached: boolean;
  /** The day it ran. */
  date: string;
  /** Load average before and after the run: on a busy machine ratios are less exact. */
  load: { before: number; after: number };
  machine: string;
}

const folder = fileURLToPath(new URL("./results/", import.meta.url));

export function writeResult(
  bench: string,
  { isReached, loadBefore, ...notes }: Notes & { isReached: boolean; loadBefore: number },
): void {
  const result: Result = {
    bench,
    isReached,
    date: new Date().toISOString().slice(0, 10),
    load: { before: round(loadBefore), after: round(loadavg()[0] ?? 0) },
    machine: describeMachine(),
    ...notes,
  };
  mkdirSync(folder, { recursive: true });
  // four digits: any further ones differ from run to run
  const text = JSON.stringify(result, (_, value: unknown) => (typeof value === "number" ? round(value) : value), 2);
  writeFileSync(path.join(folder, `${bench}.json`), `${text}\n`);
}

export function readResults(): Map<string, Result> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const results = files.map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Result);
  return new Map(results.map((result) => [result.bench, result]));
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function describeMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, " ").trim() ?? "unknown";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${availableParallelism()} cores (${model}), ${memory}, ${type()} ${release()}, Node ${process.versions.node}`;
}

// Why some goals are missed, by the beginning of their names; docs/benchmarks.md shows the reason beside the goal.

const reasons: Record<string, string> = {
  "A1 list of 1000 / nginx":
    "our checks (host, origin, limits, session, headers, log; decision 008), and Node itself: on this processor its part of a request takes four times as long as on the one where the goal was set (see hello), that of nginx hardly longer",
  "A2 list of 1000 / naive": "the same: Node's part of a request costs more here than reading the rows",
  "I1 until all can be watched":
    "before a recording can be watched, its original and its copy get a checksum, ffprobe reads it, and a little of the copy is decoded: on a processor without SHA instructions the two checksums alone take 1.8 times of ffmpeg -c copy (decision 009)",
  R1: "59 MB are the program file of Node itself; the rest is mostly our code and that of our libraries",
  "S1 ours large / nginx large":
    "two copies and a thread for each piece; nginx is hardly cheaper when it copies too (next line). With `ACCEL_PREFIX` nginx sends the files (decision 015)",
  "S4 behind Caddy":
    "Caddy alone needs 0.19 ms of processor to ask anybody anything, two thirds of what it needs to send 2 MB (decision 015); on a line of 1 Gbit/s the 2 MB take 16 ms",
  "S5 ours playlist": "the same checks as for the list (decision 008)",
  "S5 ours small": "the same checks as for the list (decision 008)",
  S7: "at its goal within the spread: sixteen clients that discard what they receive use all that one core can send",
  "S8 ours large /":
    "here the program it is compared with costs less than on the machine where the goal was set: even nginx, when it copies, only just meets the goal or misses it (see its µs of processor below)",
  V1: "most of it is sending 16 MB without sendfile (see S1), the rest the checks of 21 small requests",
  V2: "nginx sends the files; what is left are the checks of 29 requests, and handing them on. One request at a time, as here, costs three times as much as one of many (0.5 against 0.15 ms: the processor has to fetch the program again). At the goal within the spread: 4.9 on another machine, 4.2 to 6.1 on this one",
};

function findReason(goal: string): string | undefined {
  const start = Object.keys(reasons).find((prefix) => goal.startsWith(prefix));
  return start && reasons[start];
}

// Writes docs/benchmarks.md from the last results.

export const benchmarksFile = "docs/benchmarks.md";

/** The sections of the document, in their order. */
const titles: Record<string, string> = {
  list: "The list: `GET /api/video/list`",
  levels: "The list with six levels, against one",
  growth: "Growth: 10 to 100,000 recordings",
  search: "Search among 100,000 recordings, against 1,000",
  songs: "A song that was played 10,000 times, against one played 10 times",
  "sign-in": "Signing in, from the first request to the last",
  serving: "Files sent by the archive itself",
  accel: "Files sent by nginx or Caddy after our permission check",
  visit: "One visit as a whole",
  writes: "Readers beside 300 writes a second, on SQLite",
  memory: "Memory, idle and with 200 viewers",
  rest: "A server at rest",
  page: "The page: size and start",
  "first-sight": "First sight on a slow phone",
  home: "The home page with 10,000 and 100,000 recordings",
  player: "Watching",
  "player-memory": "Watching for a long time",
  preparing: "Preparing recordings",
  import: "Importing many recordings",
};

export function writeDocument(results: ReadonlyMap<string, Result>): string {
  const parts = Object.keys(titles).map((bench) => describeBench(bench, results.get(bench)));
  return [head, ...parts].join("\n");
}

const head = `# Benchmarks

How fast the archive is, compared with bare servers, nginx and plain ffmpeg. \`npm run bench\` writes this document from its last
results in \`bench/results\`, so do not edit it; \`npm run bench -- list\` runs one benchmark and changes only that section.

- **Ratios** compare with another program (column "against") in the same run on the same machine, in rounds that take turns. Each is
  a median; its quartiles are beside it.
- **Processor time** is counted by the operating system for the server alone, so it hardly depends on what else was running.
  Throughput does.
- **The load average** shows how busy the machine was. When it is above the number of cores, a met or missed throughput goal says
  little.
- **Absolute numbers** are valid for that machine only. [scale.md](scale.md) uses them to estimate how large a machine you need.
`;

/** The ending of figures that also have a processor time: printLoads notes both. */
const callEnding = ", rate";

function describeBench(bench: string, result: Result | undefined): string {
  const title = `## ${titles[bench]}\n`;
  if (!result) return `${title}\nNot measured yet: \`npm run bench -- ${bench}\`.\n`;
  const { date, machine, load, goals, figures } = result;
  const lines = [title, `${date}, ${machine}; load average ${load.before} before, ${load.after} after.`, ""];
  if (goals.length > 0) {
    lines.push("| what | against | ratio | quartiles | goal | met |", "|---|---|---|---|---|---|");
    lines.push(...goals.map(describeGoal), "");
  }
  if (goals.length === 0) lines.push(`Its goal was ${result.isReached ? "met" : "missed"}.`, "");
  const calls = figures
    .filter(({ name }) => name.endsWith(callEnding))
    .map(({ name }) => name.slice(0, -callEnding.length));
  if (calls.length > 0) {
    const valueOf = (name: string) => show(figures.find((figure) => figure.name === name)?.value ?? Number.NaN);
    lines.push("| call | requests/s | µs of processor each |", "|---|---|---|");
    lines.push(
      ...calls.map((call) => `| ${call} | ${valueOf(call + callEnding)} | ${valueOf(`${call}, processor`)} |`),
      "",
    );
  }
  const others = figures.filter(
    ({ name }) => !calls.some((call) => name.startsWith(`${call}, `) && /, (rate|processor)$/.test(name)),
  );
  if (others.length > 0) {
    lines.push("| figure | measured |", "|---|---|");
    lines.push(...others.map(({ name, value, unit }) => `| ${name} | ${show(value)} ${unit} |`), "");
  }
  return lines.join("\n");
}

function describeGoal({ name, goal, measured, isReached }: Goal): string {
  const [what = "", anchor = "-"] = name.replace(/^-- /, "").split(" / ");
  const hasGoal = goal !== "none";
  const reason = isReached ? undefined : findReason(name);
  const met = hasGoal ? (isReached ? "yes" : ["no", reason].filter(Boolean).join(": ")) : "";
  return `| ${[what, anchor, show(measured.median), quartiles(measured), hasGoal ? goal : "", met].join(" | ")} |`;
}

function quartiles({ low, high, median }: Spread): string {
  return low === median && high === median ? "" : `${show(low)} to ${show(high)}`;
}

function show(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 20 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4;
  return value.toLocaleString("en-GB", { maximumFractionDigits: digits });
}
