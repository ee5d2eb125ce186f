import { expect, it } from "vitest";
import { choosePart, moveEnd, moveStart } from "./part.ts";

it("a part begins with the loop, or now, and stays inside the recording", () => {
  expect(choosePart({ now: 12.7, loop: null, duration: 600 })).toEqual({ start: 12, end: 42 });
  expect(choosePart({ now: 12, loop: { from: 20.5, to: 31.2 }, duration: 600 })).toEqual({ start: 20, end: 32 });
  expect(choosePart({ now: 12, loop: { from: 20.5, to: null }, duration: 600 })).toEqual({ start: 12, end: 42 });
  expect(choosePart({ now: 0, loop: { from: 10, to: 400 }, duration: 600 })).toEqual({ start: 10, end: 100 });
  expect(choosePart({ now: 599.9, loop: null, duration: 600 })).toEqual({ start: 599, end: 600 });
});

it("one end follows the other, so that a part has 1 to 90 seconds", () => {
  expect(moveStart({ start: 10, end: 40 }, 45, 600)).toEqual({ start: 45, end: 46 });
  expect(moveStart({ start: 100, end: 140 }, 20, 600)).toEqual({ start: 20, end: 110 });
  expect(moveStart({ start: 10, end: 40 }, -1, 600)).toEqual({ start: 0, end: 40 });
  expect(moveEnd({ start: 10, end: 40 }, 200, 600)).toEqual({ start: 110, end: 200 });
  expect(moveEnd({ start: 10, end: 40 }, 5, 600)).toEqual({ start: 4, end: 5 });
  expect(moveEnd({ start: 10, end: 40 }, 700, 60)).toEqual({ start: 10, end: 60 });
});
