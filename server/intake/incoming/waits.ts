// How long the folder incoming waits for writers.

export interface IncomingWaits {
  /** Between two looks. */
  lookMs: number;
  /** So long a file of up to 1 GiB has to be unchanged; larger ones longer. */
  stillMs: number;
  /** So long a file that was taken in stays in a hidden folder before it is deleted. */
  keepMs: number;
}

export const usualWaits: IncomingWaits = { lookMs: 3000, stillMs: 30_000, keepMs: 10 * 60_000 };

const gib = 2n ** 30n;

/** 30 s up to 1 GiB, 1 min up to 2 GiB, 2 min up to 4 GiB, 4 min above: what is large takes long to copy, with pauses. */
export function waitFor(bytes: bigint, { stillMs }: Pick<IncomingWaits, "stillMs">): number {
  const times = [1, 2, 4].find((n) => bytes <= BigInt(n) * gib) ?? 8;
  return stillMs * times;
}

export function sayWait(ms: number): string {
  if (ms >= 60_000) return ms === 60_000 ? "1 minute" : `${Math.round(ms / 60_000)} minutes`;
  return `${Math.ceil(ms / 1000)} seconds`;
}
