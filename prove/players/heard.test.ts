import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { openClips } from "#server/testing/clips.ts";
import { writeSound } from "../odd-sources/clock.ts";
import { decode } from "../odd-sources/decode.ts";
import type { Truth } from "../odd-sources/model.ts";
import { checkEnd, checkLastPicture } from "./ends.ts";
import { checkWav } from "./heard.ts";

const shown = { at: 0, until: 6, frame: 0, interval: 0.04 };
const truth: Truth = { seconds: 6, pictures: [shown], sound: [{ at: 0, until: 6, content: 0 }], slack: 0 };
const rate = 48_000;

async function hear(samples: Buffer, expected: Truth, videoLag = 0): Promise<string> {
  await using clips = await openClips();
  const [raw, wav] = ["heard.raw", "heard.wav"].map((name) => path.join(clips.folder, name)) as [string, string];
  await writeFile(raw, samples);
  await decode(["-f", "s16le", "-ar", String(rate), "-ac", "1", "-i", raw, wav]);
  return (await checkWav(wav, expected, videoLag)).join("\n");
}

it("audio that a player leaves out, moves or cuts short is noticed", { tags: ["long"] }, async () => {
  const sound = writeSound(6, rate, 1);
  expect(await hear(sound, truth)).toBe("");
  expect(await hear(Buffer.alloc(sound.length), truth)).toMatch(/silence or another sound/);
  expect(await hear(sound.subarray(0, 5 * rate * 2), truth)).toMatch(/the sound ends at 5.00 s instead of 6.00 s/);
  expect(await hear(sound.subarray(0.2 * rate * 2), truth)).toMatch(/the sound is 200 ms too early/);
  expect(await hear(sound.subarray(0.2 * rate * 2), truth, 0.16)).toBe("");
  expect(await hear(sound.subarray(0.2 * rate * 2), truth, 0.1)).toMatch(/the sound is 200 ms too early/);
  const late = Buffer.concat([Buffer.alloc(0.2 * rate * 2), sound]);
  expect(await hear(late, truth)).toMatch(/the sound is 200 ms too late/);
  expect(await hear(late, truth, 0.16)).toMatch(/the sound is 200 ms too late/);
});

it("an end that is too early or too late is noticed, but a last frame may be held", () => {
  expect(checkEnd("it", 6.2, truth)).toEqual([]);
  expect(checkEnd("it", 6.4, truth)).toEqual(["it ends at 6.40 s instead of 6.00 s"]);
  expect(checkEnd("it", Number.NaN, truth)).toHaveLength(1);
  const stands: Truth = { ...truth, pictures: [shown, { ...shown, at: 4 }] };
  expect(checkLastPicture(4, stands)).toEqual([]);
  expect(checkLastPicture(3.5, stands)).toHaveLength(1);
  expect(checkLastPicture(-Infinity, stands)).toHaveLength(1);
});
