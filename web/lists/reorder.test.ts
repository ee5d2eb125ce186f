import { expect, test } from "vitest";
import { countAbove, moveItem } from "./reorder.ts";

test("an entry moves up and down, and the others keep their order", () => {
  expect(moveItem(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moveItem(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moveItem(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("the pointer is between the rows whose middles it has passed", () => {
  expect([-5, 15, 25, 99].map((y) => countAbove([10, 20, 30], y))).toEqual([0, 1, 2, 3]);
});
