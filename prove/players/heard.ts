// Compares the audio that a player wrote to a file with what is expected: its length, and its content at several places.
import { createRandom } from "#server/testing/random.ts";
import { chooseSoundTimes, soundLag } from "../odd-sources/compare.ts";
import { decode, perSecond, type SeenSound } from "../odd-sources/decode.ts";
import type { Truth } from "../odd-sources/model.ts";
import { checkEnd } from "./ends.ts";

/**
 * Audio that is further off than this is an error. A player that begins with the first frame leaves out the audio before
 * it, so a late frame is noticed here, too.
 */
export const lagTolerance = 0.05;
const places = 4;

/** `videoLag`: audio may be too early by this much, because the player shows the video too late. */
export async function checkWav(file: string, truth: Truth, videoLag = 0): Promise<string[]> {
  const { output, complaints } = await decode(["-i", file, "-ac", "1", "-ar", String(perSecond), "-f", "f32le", "-"]);
  if (complaints !== "") return [`its sound cannot be read: ${complaints.slice(0, 200)}`];
  const samples = new Float32Array(output.buffer.slice(output.byteOffset, output.byteOffset + output.length));
  const ends = samples.length / perSecond;
  return [
    ...checkEnd("the sound", ends, truth),
    ...checkPlaces({ from: 0, starts: 0, ends, samples }, truth, videoLag),
  ];
}

function checkPlaces(heard: SeenSound, truth: Truth, videoLag: number): string[] {
  return chooseSoundTimes(truth, createRandom(1), places).flatMap((at) => {
    const lag = soundLag(truth, heard, at, 0);
    const place = `at ${at.toFixed(2)} s`;
    if (lag === undefined) return [`${place} silence or another sound than there should be`];
    const ms = Math.round(Math.abs(lag) * 1000);
    return lag <= lagTolerance && lag >= -lagTolerance - videoLag
      ? []
      : [`${place} the sound is ${ms} ms too ${lag < 0 ? "early" : "late"}`];
  });
}
