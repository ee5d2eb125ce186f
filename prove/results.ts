// What each rig measured when it last ran at full length and when it last did a part of its trials, and whether each planted bug was
// caught when it was last planted. One rig can so be run alone, and docs/safety.md still has all of them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export interface RigResult {
  date: string;
  seed: string;
  seconds: number;
  measured: string;
  isKept: boolean;
  /** Less than 1 where it did only a part of its trials. */
  part?: number;
}

interface BugResult {
  date: string;
  isCaught: boolean;
}

export interface Results {
  /** By the name of the rig. */
  rigs: Record<string, RigResult>;
  parts: Record<string, RigResult>;
  /** By the promise that the bug breaks. */
  bugs: Record<string, BugResult>;
}

const file = "prove/results.json";

export function readResults(): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Results) : { rigs: {}, parts: {}, bugs: {} };
}

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
