import { expect, it } from "vitest";
import { createCounter } from "./counter.ts";
import { subnetOf } from "./limits.ts";

it("a minute's share is refused when it is used up, with the time that is left, and comes back", () => {
  let now = 0;
  const counter = createCounter(() => now);
  expect([1, 2, 3].map(() => counter.count("a", "reads", 3))).toEqual([0, 0, 0]);
  now = 20_000;
  expect(counter.count("a", "reads", 3)).toBe(40);
  expect(counter.count("b", "reads", 3)).toBe(0);
  expect(counter.count("a", "writes", 3)).toBe(0);
  now = 60_000;
  expect(counter.count("a", "reads", 3)).toBe(0);
});

it("of a flood of different addresses only a part is remembered", () => {
  const counter = createCounter(() => 0);
  for (let n = 0; n < 60_000; n += 1) counter.count(String(n), "reads", 1);
  expect(counter.count("59999", "reads", 1)).toBe(60);
  expect(counter.count("0", "reads", 1)).toBe(0);
});

it.each([
  ["10.1.2.3", "10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (address, subnet) => expect(subnetOf(address)).toBe(subnet));
