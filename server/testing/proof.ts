// How long a rig runs and what it counted. In `npm test` it is short; `npm run prove` runs the same one at full length,
// with a seed that can be given, and publishes its numbers.
import { appendFileSync } from "node:fs";

const isFull = process.env["PROVE"] === "full";

/** Every random choice of a rig comes from it. */
export const seed = Number(process.env["SEED"] ?? 1);

export function scaled(short: number, full: number): number {
  return isFull ? full : short;
}

/** One line per rig and run; the scoreboard adds up what tests of the same name counted. */
export function publish(rig: string, numbers: Record<string, number>): void {
  const file = process.env["PROOF_FILE"];
  if (file) appendFileSync(file, `${JSON.stringify({ rig, numbers })}\n`);
}
