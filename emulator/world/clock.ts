// The emulator's clock: real time plus an offset the control API may move.
// Tokens, codes, retries and rate limits all read it, so a test can pass a month in one call.

export type Clock = {
  now(): number;
  iso(): string;
  advance(milliseconds: number): void;
};

export function createClock(): Clock {
  let offset = 0;
  const now = () => Date.now() + offset;
  return {
    now,
    iso: () => new Date(now()).toISOString(),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
