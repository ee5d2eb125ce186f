import { expect, test, vi } from "vitest";
import { watchPace } from "#web/player/engine/create.ts";

function count(act: (pace: ReturnType<typeof watchPace>) => void): number {
  const onSlow = vi.fn<() => void>();
  act(watchPace(onSlow));
  return onSlow.mock.calls.length;
}

test("fragments that take longer to load than to play mean that the line is too slow, which is said once", () => {
  const slow = (times: number) => count((pace) => Array.from({ length: times }, () => pace.arrived(6, 4)));
  expect([slow(1), slow(2), slow(9)]).toEqual([0, 1, 1]);
});

test("a single slow fragment between quick ones means nothing", () => {
  expect(
    count((pace) => {
      for (let n = 0; n < 5; n += 1) {
        pace.arrived(6, 4);
        pace.arrived(1, 4);
      }
    }),
  ).toBe(0);
});

test("where the browser loads by itself, stopping twice means that the line is too slow", () => {
  expect(count((pace) => pace.stalled())).toBe(0);
  expect(count((pace) => [pace.stalled(), pace.stalled(), pace.stalled()])).toBe(1);
});
