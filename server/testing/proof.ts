// How long a rig runs and what it counted. In `npm test` it is short; `npm run prove` runs the same one at full length,
// with a seed that can be given, and publishes its numbers.
import { appendFileSync } from "node:fs";

export const isFull = process.env["PROVE"] === "full";
/** Tests and journeys tagged long: not in `npm test`, unless LONG=on. */
export const withLong = isFull || process.env["LONG"] === "on";
/** Which part of their trials the rigs do; `npm run prove` sets it, so that all of them together end within an hour. */
export const part = Number(process.env["PROVE_PART"] ?? 1);

/** Every random choice of a rig comes from it. */
export const seed = Number(process.env["SEED"] ?? 1);

/** How many trials. */
export function scaled(short: number, full: number): number {
  if (!isFull) return short;
  return full > short ? Math.max(short, Math.ceil(full * part)) : full;
}

/** What does not shrink with the number of trials: how long a test may take, how large things are. */
export function unscaled(short: number, full: number): number {
  return isFull ? full : short;
}

/** One line per rig and run; the scoreboard adds up what tests of the same name counted. */
export function publish(rig: string, numbers: Record<string, number>): void {
  const file = process.env["PROOF_FILE"];
  if (file) appendFileSync(file, `${JSON.stringify({ rig, numbers })}\n`);
}
