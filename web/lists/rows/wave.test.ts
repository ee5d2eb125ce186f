import { expect, test } from "vitest";
import { barsOf } from "./wave.tsx";

test("a row shows the waveform of its song, or of the whole recording, as at most 128 bars", () => {
  const peaks = [0, 0, 0.5, 1, 0.25, 0, 0, 0];
  expect(barsOf({ interval: 2, peaks }, 4, 10)).toEqual([0.5, 1, 0.25]);
  expect(barsOf({ interval: 2, peaks }, 4, null)).toEqual(peaks.slice(2));
  expect(barsOf({ interval: 2, peaks }, null, null)).toEqual(peaks);
  const many = Array.from({ length: 1000 }, (_, n) => (n === 999 ? 1 : 0.5));
  expect(barsOf({ interval: 1, peaks: many }, null, null)).toHaveLength(128);
  expect(barsOf({ interval: 1, peaks: many }, null, null).at(-1)).toBe(1);
  expect(barsOf({ interval: 1, peaks }, 20, 30)).toEqual([]);
});
