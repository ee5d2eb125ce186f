import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { spread } from "./send.ts";

it("at most so many begin in one turn of the event loop, in their order, and all of them begin", async () => {
  const inTurn = spread(4);
  const begun: number[] = [];
  for (let n = 0; n < 10; n += 1) inTurn(() => begun.push(n));
  expect(begun).toEqual([0, 1, 2, 3]);
  await setImmediate();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await setImmediate();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await setImmediate();
  inTurn(() => begun.push(10));
  expect(begun).toHaveLength(11);
});

it("who comes while others wait is behind them", async () => {
  const inTurn = spread(1);
  const begun: string[] = [];
  inTurn(() => begun.push("first"));
  inTurn(() => {
    begun.push("second");
    inTurn(() => begun.push("fourth"));
  });
  inTurn(() => begun.push("third"));
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
  expect(begun).toEqual(["first", "second", "third", "fourth"]);
});
