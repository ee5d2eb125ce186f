// Rounds in which the variants take turns, ratios between two of the same round, and goals printed as reached or missed.
import { noteFigure, noteGoals, type Goal, type Spread } from "./notes.ts";

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
