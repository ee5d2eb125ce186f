// The last result of every benchmark, one file each in bench/results. Running one benchmark changes only its own file.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Notes } from "./notes.ts";

export interface Result extends Notes {
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
