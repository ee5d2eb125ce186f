import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { findKey, findTempoOf, sayKey } from "./describe.ts";
import { readHarmony, writeHarmony } from "./file.ts";
import { classes, framesPerSecond, openHarmonyReader, type Harmony } from "./harmony.ts";
import { hearFile, hearHere } from "./hear-file.ts";
import { sampleRate } from "./tempo.ts";

/** Chords, one each two seconds, struck on each beat; the pitches as MIDI numbers them. */
function play(chords: readonly (readonly number[])[], { bpm = 120, higher = 0, seconds = 32 } = {}): Int16Array {
  return Int16Array.from({ length: seconds * sampleRate }, (_, n) => {
    const at = n / sampleRate;
    const chord = chords[Math.floor(at / 2) % chords.length] ?? [];
    const struck = 0.3 + 0.7 * Math.exp(-6 * (at % (60 / bpm)));
    const tone = (pitch: number) => Math.sin(2 * Math.PI * at * 440 * 2 ** ((pitch + higher - 69) / 12));
    return chord.reduce((sum, pitch) => sum + tone(pitch) + 0.3 * tone(pitch + 12), 0) * struck * 3000;
  });
}

const [cMajor, fMajor, gMajor, aMinor] = [
  [60, 64, 67],
  [60, 65, 69],
  [59, 62, 67],
  [57, 60, 64],
];
const inC = [cMajor, fMajor, gMajor, cMajor];
const inA = [aMinor, [57, 62, 65], [56, 59, 64], aMinor];

function hear(samples: Int16Array): Harmony {
  const reader = openHarmonyReader();
  for (let from = 0; from < samples.length; from += 9999) reader.add(samples.subarray(from, from + 9999));
  return reader.end();
}

const whole = { from: 0, to: 32 };

function strongest({ chroma }: Harmony, second: number): number[] {
  const at = second * framesPerSecond * classes;
  const notes = Array.from(chroma.subarray(at, at + classes), (value, note) => ({ value, note }));
  return notes
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 3)
    .map(({ note }) => note)
    .toSorted((a, b) => a - b);
}

it("the notes of a chord are the strongest of the twelve, also when the instruments are tuned a third of a semitone lower", () => {
  for (const higher of [0, -0.33]) {
    const heard = hear(play(inC, { higher }));
    expect([1, 3, 5].map((second) => strongest(heard, second))).toEqual([
      [0, 4, 7],
      [0, 5, 9],
      [2, 7, 11],
    ]);
  }
});

it("key and tempo are found, and silence and noise have neither", () => {
  expect(sayKey(findKey(hear(play(inC)), whole)!)).toBe("C major");
  expect(sayKey(findKey(hear(play(inC, { higher: 2 })), whole)!)).toBe("D major");
  expect(sayKey(findKey(hear(play(inA)), whole)!)).toBe("A minor");
  for (const bpm of [84, 120, 132]) {
    const tempo = findTempoOf(hear(play(inC, { bpm })), whole);
    expect(tempo?.bpm).toBeCloseTo(bpm, -0.3);
    expect(tempo?.sure).toBeGreaterThan(0.4);
  }
  const silence = hear(new Int16Array(32 * sampleRate));
  expect([findKey(silence, whole), findTempoOf(silence, whole)]).toEqual([null, null]);
  let state = 1;
  const noise = hear(
    Int16Array.from({ length: 32 * sampleRate }, () => (state = (state * 16_807) % 2_147_483_647) >> 17),
  );
  expect(findTempoOf(noise, whole)?.sure ?? 0).toBeLessThan(0.3);
  expect(Math.max(...noise.tonality)).toBeLessThan(8);
});

it("the file has less than 100 kB for an hour, and reads as it was written", async () => {
  const heard = hear(play([...inC, ...inA]));
  const file = await writeHarmony(heard);
  expect(file.length * (3600 / 32)).toBeLessThan(100_000);
  const back = await readHarmony(file);
  expect([back?.chroma, back?.loudness, back?.tonality]).toEqual([heard.chroma, heard.loudness, heard.tonality]);
  expect(back?.tempos.map(({ bpm }) => bpm)).toEqual(heard.tempos.map(({ bpm }) => Math.round(bpm)));
  await expect(readHarmony(file.subarray(0, 100))).rejects.toThrow("unexpected end of file");
});

it("a file of samples is heard in a thread of its own, which ends when nobody needs it", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-hear-"));
  const samples = path.join(folder.path, "samples");
  await writeFile(samples, Buffer.from(play(inC).buffer));
  const apart = await hearFile(samples);
  expect(Buffer.from(apart)).toEqual(Buffer.from(await hearHere(samples)));
  await expect(hearFile(`${samples}-missing`)).rejects.toThrow("no such file");
  await expect(hearFile(samples, AbortSignal.timeout(1))).rejects.toThrow("timeout");
});
