// How long the folder incoming waits for writers.
import { words } from "./words.ts";

export interface IncomingWaits {
  /** Between two checks. */
  lookMs: number;
  /** How long a file of up to 1 GiB must be unchanged; larger ones longer. */
  stillMs: number;
  /** How long a file that was added stays in a hidden folder before it is deleted. */
  keepMs: number;
}

export const usualWaits: IncomingWaits = { lookMs: 2500, stillMs: 30_000, keepMs: 10 * 60_000 };

const gib = 2n ** 30n;

/** 30 s up to 1 GiB, 1 min up to 2 GiB, 2 min up to 4 GiB, 4 min above: copying a large file takes long, with pauses. */
export function waitFor(bytes: bigint, { stillMs }: Pick<IncomingWaits, "stillMs">): number {
  const times = [1, 2, 4].find((n) => bytes <= BigInt(n) * gib) ?? 8;
  return stillMs * times;
}

export function sayWait(ms: number): string {
  return ms >= 60_000 ? words.minutes(Math.round(ms / 60_000)) : words.seconds(Math.ceil(ms / 1000));
}
