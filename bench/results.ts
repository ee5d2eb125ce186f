// The last result of every bench, one file each in bench/results: running one bench changes only its own.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Notes } from "./notes.ts";

export interface Result extends Notes {
  bench: string;
  /** All its goals. */
  isReached: boolean;
  /** The day it ran. */
  date: string;
  /** Of the minute before it ran and of its last one: ratios suffer when there is much else to do. */
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
  // to four digits: what comes behind them is another number in the next run
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
