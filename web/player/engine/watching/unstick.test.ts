import { expect, test } from "vitest";
import { createPatience } from "./unstick.ts";

const stuck = { isFine: false, progress: "seeking" };
const playing = { isFine: true, progress: "" };

/** Looks every half second; returns the seconds at which the stream was opened again. */
function watch(until: number, look: (seconds: number) => typeof stuck, patience = createPatience()): number[] {
  const moments = Array.from({ length: until * 2 + 1 }, (_, n) => n / 2);
  return moments.filter((seconds) => patience.isOver(look(seconds), seconds * 1000));
}

test("what makes no progress is opened again after 3 seconds, then after 6, then after 12", () => {
  expect(watch(30, () => stuck)).toEqual([3, 9, 21]);
});

test("what arrives slowly, plays, or is paused with its picture is left alone", () => {
  expect(watch(60, (seconds) => ({ isFine: false, progress: `${Math.floor(seconds / 2.5)}` }))).toEqual([]);
  expect(watch(60, () => playing)).toEqual([]);
});

test("after it has played for a while, and at another place, the first patience counts again", () => {
  expect(watch(20, (seconds) => (seconds > 4 && seconds < 8 ? playing : stuck))).toEqual([3, 11, 17]);
  // one good moment is not enough
  expect(watch(12, (seconds) => (seconds === 4 ? playing : stuck))).toEqual([3, 10.5]);
  const patience = createPatience();
  expect(watch(4, () => stuck, patience)).toEqual([3]);
  patience.forget();
  expect(watch(4, () => stuck, patience)).toEqual([3]);
});
