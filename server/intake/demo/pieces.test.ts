import { expect, it } from "vitest";
import { pieces } from "./pieces.ts";

const sizeOf = (look: string | null) =>
  /scale=(\d+):(\d+)/
    .exec(look ?? "")
    ?.slice(1)
    .map(Number);
const titlesOf = (some: typeof pieces) => some.map(({ said }) => said.title);

it("eight pieces, no two alike, of 20 to 90 seconds but one of half an hour", () => {
  expect(pieces).toHaveLength(8);
  expect(new Set(pieces.map(({ name }) => name)).size).toBe(8);
  expect(new Set(pieces.map(({ said }) => said.addDate.getTime())).size).toBe(8);
  const isShort = ({ seconds }: { seconds: number }) => seconds >= 20 && seconds <= 90;
  expect(pieces.filter((piece) => !isShort(piece)).map(({ seconds }) => seconds)).toEqual([1800]);
});

it("one of each kind that the page shows differently", () => {
  expect(titlesOf(pieces.filter(({ said }) => said.hidden))).toEqual(["Second Take, Not Released"]);
  expect(titlesOf(pieces.filter(({ said }) => said.timeMissing))).toEqual(["Tape from the Attic"]);
  expect(titlesOf(pieces.filter(({ said }) => said.preventAutodelete))).toEqual(["Waltz for an Empty Room"]);
  expect(titlesOf(pieces.filter(({ look }) => look === null))).toEqual(["Voice Memo: Idea for a Chorus"]);
  const upright = pieces.filter(({ look }) => {
    const [width = 0, height = 0] = sizeOf(look) ?? [];
    return height > width;
  });
  expect(titlesOf(upright)).toEqual(["From the Side of the Stage"]);
});

it("recordings with video have a size, and a name of their kind", () => {
  for (const { name, look } of pieces) {
    expect([name, sizeOf(look)?.length]).toEqual([name, look === null ? undefined : 2]);
    expect(name).toMatch(look === null ? /\.m4a$/ : /\.mp4$/);
  }
});

it("the first recording is soon there, and no request for it is refused", () => {
  const [first] = pieces;
  expect(first?.seconds).toBeLessThanOrEqual(30);
  expect(first?.said.hidden).toBeUndefined();
});
