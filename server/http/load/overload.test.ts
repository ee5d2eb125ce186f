import { expect, it } from "vitest";
import { createRequestQueue } from "./overload.ts";

/** An event loop that stands still: in each turn so many come at once, and each that is begun takes so long. */
function playTurns(turns: number, { come, eachMs }: { come: number; eachMs: number }) {
  let now = 0;
  let next: (() => void)[] = [];
  const queue = createRequestQueue(
    () => now,
    (run) => void next.push(run),
  );
  const waits: number[] = [];
  const longestTurns: number[] = [];
  let refused = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const began = now;
    for (let n = 0; n < come; n += 1) {
      const came = now;
      const isIn = queue.add(() => {
        waits.push(now - came);
        now += eachMs;
      });
      if (!isIn) refused += 1;
    }
    const due = next;
    next = [];
    for (const run of due) run();
    longestTurns.push(now - began);
  }
  return { waits, refused, longestTurn: Math.max(...longestTurns), now };
}

it("requests start at once while there is no overload, and none is refused", () => {
  const { waits, refused } = playTurns(100, { come: 3, eachMs: 0.5 });
  expect(waits).toEqual(Array(300).fill(0));
  expect(refused).toBe(0);
});

it("in an overload turns stay short, no started request has waited long, and the rest is refused", () => {
  const { waits, refused, longestTurn, now } = playTurns(500, { come: 200, eachMs: 0.5 });
  expect(longestTurn).toBeLessThanOrEqual(25);
  expect(Math.max(...waits)).toBeLessThan(300);
  expect(refused).toBeGreaterThan(20_000);
  // and the server was at work all the time
  expect(waits.length * 0.5).toBeCloseTo(now, 0);
});

it("of what takes long, only a few wait", () => {
  const { waits, refused } = playTurns(500, { come: 20, eachMs: 60 });
  expect(Math.max(...waits)).toBeLessThan(8000);
  expect(refused).toBeGreaterThan(5000);
});

it("a machine that pauses refuses no requests", () => {
  expect(playTurns(8, { come: 5, eachMs: 400 }).refused).toBe(0);
});

it("waiting requests start in the order in which they came", () => {
  const order: number[] = [];
  let next: (() => void)[] = [];
  let now = 0;
  const queue = createRequestQueue(
    () => now,
    (run) => void next.push(run),
  );
  for (let n = 0; n < 10; n += 1) queue.add(() => void (order.push(n), (now += 1)));
  while (order.length < 10) {
    const due = next;
    next = [];
    for (const run of due) run();
  }
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
