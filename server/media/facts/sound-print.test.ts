import { expect, it } from "vitest";
import { createRandom } from "#server/testing/random.ts";
import type { Heard } from "./peaks.ts";
import { compareSound, leastAlike, makeSoundPrint, readSoundPrint } from "./sound-print.ts";

type Sound = Pick<Heard, "audible" | "perSecond">;

/** Loudness and pitch that wander, as music's do. */
function play(seed: number, seconds: number): Sound {
  const random = createRandom(seed);
  const wander = (from: number, to: number) => {
    let now = Math.sqrt(from * to);
    return Float32Array.from({ length: seconds * 20 }, () => {
      now = Math.max(from, Math.min(to, now * (0.7 + 0.006 * random.below(100))));
      return now;
    });
  };
  return { audible: { levels: wander(0.02, 0.6), crossings: wander(300, 4000) }, perSecond: 20 };
}

function change(
  { audible: { levels, crossings }, perSecond }: Sound,
  { from = 0, to = levels.length, times = 1 },
): Sound {
  const louder = levels.slice(from, to).map((level) => level * times);
  return { audible: { levels: louder, crossings: crossings.slice(from, to) }, perSecond };
}

const alike = (one: Sound, other: Sound) =>
  compareSound(readSoundPrint(makeSoundPrint(one)), readSoundPrint(makeSoundPrint(other)));

it("the same sound is recognised when it is louder, or without its first or last seconds", () => {
  for (const seconds of [20, 60, 300]) {
    const song = play(seconds, seconds);
    expect(alike(song, song)).toBeCloseTo(1);
    expect(alike(song, change(song, { times: 2 }))).toBeGreaterThan(0.95);
    expect(alike(song, change(song, { from: 43, times: 0.5 }))).toBeGreaterThan(leastAlike);
    expect(alike(song, change(song, { to: song.audible.levels.length - 57 }))).toBeGreaterThan(leastAlike);
  }
});

it("another sound is not taken for it, nor one that only begins in the same way", () => {
  const [song, other] = [play(1, 200), play(2, 200)];
  const [a, b] = [song.audible, other.audible];
  expect(alike(song, other)).toBeLessThan(0.5);
  const join = (one: Float32Array, two: Float32Array) =>
    Float32Array.of(...one.subarray(0, 2000), ...two.subarray(2000));
  const audible = { levels: join(a.levels, b.levels), crossings: join(a.crossings, b.crossings) };
  const intro = { ...song, audible };
  expect(alike(song, intro)).toBeLessThan(0.5);
});

it("nothing is said about sound that is steady, silent or very short", () => {
  const crossings = new Float32Array(1200).fill(900);
  const steady = { ...play(1, 60), audible: { levels: new Float32Array(1200).fill(0.3), crossings } };
  expect(alike(steady, steady)).toBe(0);
  const silent = { ...steady, audible: { levels: new Float32Array(1200), crossings } };
  expect(alike(silent, silent)).toBe(0);
  expect(alike(play(1, 5), play(1, 5))).toBe(0);
  expect(alike(play(1, 0), play(1, 60))).toBe(0);
});
