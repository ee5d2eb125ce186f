import { expect, test } from "vitest";
import { fitDetail } from "./editor.tsx";

test("peaks and suggested borders are at the moments of the player, also when its clock begins later than the audio", () => {
  const detail = { peaks: [1, 0.9, 0.8, 0.7], gaps: [{ from: 0, to: 1.5 }] };
  expect(fitDetail(detail, { offset: 0.2, duration: 0.4 })).toEqual({
    peaks: [0.8, 0.7, 0, 0],
    gaps: [{ from: 0, to: 1.3 }],
  });
});
