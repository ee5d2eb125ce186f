import { expect, test } from "vitest";
import { countAbove, moveItem, scrollStep } from "./reorder.ts";

test("an entry moves up and down, and the others keep their order", () => {
  expect(moveItem(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moveItem(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moveItem(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("the pointer is between the rows whose middles it has passed", () => {
  expect([-5, 15, 25, 99].map((y) => countAbove([10, 20, 30], y))).toEqual([0, 1, 2, 3]);
});

test("near an edge of the window the list scrolls, faster the nearer, and not in between", () => {
  expect([400, 91, 709].map((y) => scrollStep(y, 800))).toEqual([0, 0, 0]);
  expect([85, 45, 0, -50].map((y) => scrollStep(y, 800))).toEqual([-1, -9, -18, -18]);
  expect([715, 755, 800, 900].map((y) => scrollStep(y, 800))).toEqual([1, 9, 18, 18]);
  expect(scrollStep(100, 200)).toBe(0);
});
