// Compares everything that is served of a recording with what the recipe expects.
import { createRandom, type Random } from "#server/testing/random.ts";
import { chooseSoundTimes, chooseTimes, comparePictures, compareSilence, pictureLag, soundLag } from "./compare.ts";
import type { SeenPicture } from "./decode.ts";
import { readSamples } from "./fragments.ts";
import type { Recipe, Truth } from "./model.ts";
import type { Observed } from "./observe.ts";
import type { Playlist } from "./served.ts";

const lengthTolerance = 0.1;
const lagTolerance = 0.04;
const moments = 24;

/** What is wrong, as sentences; empty when everything is right. */
export function check(
  { durationSeconds, videos, sounds, complaints }: Observed,
  recipe: Recipe,
  truth: Truth,
): string[] {
  const random = createRandom(recipe.seed * 31 + recipe.number);
  const pictures = videos[0]?.pictures ?? [];
  return [
    ...compareLength("the database", durationSeconds, truth),
    ...videos.flatMap(({ playlist: { name, seconds } }) => compareLength(name, seconds, truth)),
    ...(videos.length === 0 ? ["no pictures are served"] : []),
    ...(truth.sound.length > 0 && sounds.length === 0 ? ["no sound is served"] : []),
    ...tell("ffmpeg reads the stream with complaints", complaints),
    ...videos.flatMap((video) => {
      const wrong = comparePictures(truth, video.pictures, chooseTimes(truth, random, moments));
      return about(video.playlist, [
        ...checkSegments(video.playlist),
        ...tell("ffmpeg", video.complaints),
        ...few(wrong),
      ]);
    }),
    ...sounds.flatMap((heard) => about(heard.playlist, checkSound(heard, { truth, random, pictures }))),
  ];
}

function compareLength(name: string, seconds: number, truth: Truth): string[] {
  const away = seconds - truth.seconds;
  if (Math.abs(away) <= lengthTolerance + truth.slack) return [];
  return [`length: ${name} says ${seconds.toFixed(3)} s instead of ${truth.seconds.toFixed(3)} s`];
}

function about({ name }: Playlist, faults: readonly string[]): string[] {
  return faults.map((fault) => `${name}: ${fault}`);
}

function tell(who: string, complaints: string): string[] {
  return complaints === "" ? [] : [`${who}: ${complaints.slice(0, 200)}`];
}

function few(faults: readonly string[]): string[] {
  return faults.length <= 2 ? [...faults] : [...faults.slice(0, 2), `and ${faults.length - 2} more moments`];
}

/** Every segment begins at the start of a fragment. */
function checkSegments({ file, offsets }: Playlist): string[] {
  const fragments = new Set(readSamples(file).map(({ fragment }) => fragment));
  return offsets.every((offset) => fragments.has(offset)) ? [] : ["a segment does not begin with a fragment"];
}

function checkSound(
  { sound, complaints }: Observed["sounds"][number],
  { truth, random, pictures }: { truth: Truth; random: Random; pictures: readonly SeenPicture[] },
): string[] {
  // players count time from the first frame
  const zero = pictures[0]?.at ?? sound.from;
  const [ends, last] = [sound.ends - zero, truth.sound.at(-1)?.until ?? 0];
  const isShort = ends < last - lengthTolerance;
  const isLong = ends > truth.seconds + lengthTolerance + truth.slack;
  const length = `length: ends at ${ends.toFixed(2)} s`;
  const wrong = chooseSoundTimes(truth, random, 4).flatMap((at) => {
    const lag = soundLag(truth, sound, at, zero);
    if (lag === undefined) return [`at ${at.toFixed(2)} s another sound than there should be`];
    const apart = lag - (pictureLag(truth, pictures, at) ?? 0);
    const [late, after] = [lag, apart].map((seconds) => Math.round(seconds * 1000));
    if (Math.abs(lag) > lagTolerance + truth.slack) return [`at ${at.toFixed(2)} s the sound is ${late} ms late`];
    return Math.abs(apart) > lagTolerance ? [`at ${at.toFixed(2)} s the sound is ${after} ms after the pictures`] : [];
  });
  return [
    ...tell("ffmpeg", complaints),
    ...(isShort ? [`${length}, before the sound does (${last.toFixed(2)} s)`] : []),
    ...(isLong ? [`${length}, after the recording (${truth.seconds.toFixed(2)} s)`] : []),
    ...few(wrong),
    ...compareSilence(truth, sound, zero),
  ];
}
