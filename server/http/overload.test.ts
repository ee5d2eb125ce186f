import { expect, it } from "vitest";
import { watchTurns } from "./overload.ts";

/** A loop whose turns each have so many requests of so many milliseconds; tells how many of each turn were too late. */
function playTurns(turns: readonly { requests: number; eachMs: number; thenIdleMs?: number }[]): number[] {
  let now = 10_000;
  let end = () => {};
  const { isTooLate } = watchTurns(
    () => now,
    (callback) => void (end = callback),
  );
  return turns.map(({ requests, eachMs, thenIdleMs = 0 }) => {
    let late = 0;
    for (let n = 0; n < requests; n += 1) {
      if (isTooLate()) late += 1;
      else now += eachMs;
    }
    end();
    now += thenIdleMs;
    return late;
  });
}

it("while the queue stands, who waits behind more than a tenth of a second of others is refused, and only they", () => {
  const late = playTurns(Array.from({ length: 20 }, () => ({ requests: 500, eachMs: 1 })));
  // a second and a half of patience: the first turns are served whole
  expect(late.slice(0, 2)).toEqual([0, 0]);
  expect(late.slice(-15)).toEqual(Array(15).fill(400));
});

it("one slow moment, or one slow request after a quiet time, refuses nobody", () => {
  expect(
    playTurns([
      { requests: 5, eachMs: 1, thenIdleMs: 60_000 },
      { requests: 5, eachMs: 200, thenIdleMs: 60_000 },
      { requests: 1, eachMs: 500 },
      { requests: 200, eachMs: 1 },
    ]),
  ).toEqual([0, 0, 0, 0]);
});

it("as soon as a turn is short again nobody is refused", () => {
  const crowd = Array.from({ length: 10 }, () => ({ requests: 500, eachMs: 1 }));
  const few = { requests: 50, eachMs: 1 };
  expect(playTurns([...crowd, few, { requests: 500, eachMs: 1 }]).slice(-2)).toEqual([0, 0]);
});
