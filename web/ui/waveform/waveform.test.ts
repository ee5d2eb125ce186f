import { expect, test } from "vitest";
import { waveformPath } from "./waveform.tsx";

test("silence is a flat line of dots", () => {
  expect(waveformPath([0, 0])).toBe("M3 31.9v0.2M9 31.9v0.2");
});

test("a peak beyond the range is drawn at the edge of the picture", () => {
  expect(waveformPath([1, 7, -1])).toBe("M3 2v60M9 2v60M15 31.9v0.2");
});
