// One recording after the archive has prepared it: everything a member is served of it, against the truth.
import { createRandom, type Random } from "#server/testing/random.ts";
import {
  chooseSoundTimes,
  chooseTimes,
  comparePictures,
  compareSilence,
  pictureLag,
  soundLag,
} from "./compare.ts";
import { decode, exactTimes, hearSound, seePictures, type SeenPicture } from "./decode.ts";
import { readSamples } from "./fragments.ts";
import type { Recipe, Truth } from "./model.ts";
import { findPlaylist, readServed, writeCookies, type Member, type Playlist } from "./served.ts";

const lengthTolerance = 0.1;
const lagTolerance = 0.04;
const moments = 24;

export interface Published {
  id: string;
  durationSeconds: number;
}

/** What is wrong, in words; empty when all is well. */
export async function checkServed(
  member: Member,
  { id, durationSeconds }: Published,
  { recipe, truth }: { recipe: Recipe; truth: Truth },
): Promise<string[]> {
  const random = createRandom(recipe.seed * 31 + recipe.number);
  const playlists = await readServed(member, id);
  const videos = playlists.filter(({ name }) => name.startsWith("video-"));
  const sounds = playlists.filter(({ name }) => name.includes("audio"));
  const copied = truth.sound.length > 0 ? await findPlaylist(member, id, "copied-audio.m3u8") : null;
  const faults = [
    ...compareLength("the database", durationSeconds, truth),
    ...videos.flatMap(({ name, seconds }) => compareLength(name, seconds, truth)),
    ...(videos.length === 0 ? ["no pictures are served"] : []),
    ...(truth.sound.length > 0 && sounds.length === 0 ? ["no sound is served"] : []),
    ...(await checkStream(member, id)),
  ];
  const seen: SeenPicture[][] = [];
  for (const playlist of videos) {
    const { pictures, complaints } = await seePictures(playlist);
    seen.push(pictures);
    const wrong = comparePictures(truth, pictures, chooseTimes(truth, random, moments));
    faults.push(...about(playlist, [...checkSegments(playlist), ...(complaints ? [`ffmpeg: ${complaints.slice(0, 200)}`] : []), ...few(wrong)]));
  }
  for (const playlist of [...sounds, ...(copied ? [copied] : [])])
    faults.push(...about(playlist, await checkSound(playlist, { truth, random, pictures: seen[0] ?? [] })));
  return faults;
}

function compareLength(name: string, seconds: number, truth: Truth): string[] {
  const away = seconds - truth.seconds;
  if (Math.abs(away) <= lengthTolerance + truth.slack) return [];
  return [`length: ${name} says ${seconds.toFixed(3)} s instead of ${truth.seconds.toFixed(3)} s`];
}

function about({ name }: Playlist, faults: readonly string[]): string[] {
  return faults.map((fault) => `${name}: ${fault}`);
}

function few(faults: readonly string[]): string[] {
  return faults.length <= 2 ? [...faults] : [...faults.slice(0, 2), `and ${faults.length - 2} more moments`];
}

/** The whole stream, as a player that knows nothing of this archive reads it. */
async function checkStream({ url, browser }: Member, id: string): Promise<string[]> {
  const input = ["-headers", `Cookie: ${writeCookies(browser)}\r\n`, "-i", `${url}/api/media/${id}/master.m3u8`];
  const { complaints } = await decode([...input, "-map", "0", ...exactTimes, "-f", "null", "-"]);
  return complaints ? [`ffmpeg reads the stream with complaints: ${complaints.slice(0, 200)}`] : [];
}

/** Every segment begins with a fragment of the file. */
function checkSegments({ file, offsets }: Playlist): string[] {
  const fragments = new Set(readSamples(file).map(({ fragment }) => fragment));
  return offsets.every((offset) => fragments.has(offset)) ? [] : ["a segment does not begin with a fragment"];
}

async function checkSound(
  playlist: Playlist,
  { truth, random, pictures }: { truth: Truth; random: Random; pictures: readonly SeenPicture[] },
): Promise<string[]> {
  const { sound, complaints } = await hearSound(playlist);
  // players count from the first picture
  const zero = pictures[0]?.at ?? sound.from;
  const faults = complaints ? [`ffmpeg: ${complaints.slice(0, 200)}`] : [];
  const last = truth.sound.at(-1)?.until ?? 0;
  if (sound.ends - zero < last - lengthTolerance) faults.push(`length: ends at ${(sound.ends - zero).toFixed(2)} s, before the sound does (${last.toFixed(2)} s)`);
  if (sound.ends - zero > truth.seconds + lengthTolerance + truth.slack) faults.push(`length: ends at ${(sound.ends - zero).toFixed(2)} s, after the recording (${truth.seconds.toFixed(2)} s)`);
  const wrong = chooseSoundTimes(truth, random, 4).flatMap((at) => {
    const lag = soundLag(truth, sound, at, zero);
    if (lag === undefined) return [`at ${at.toFixed(2)} s another sound than there should be`];
    const apart = lag - (pictureLag(truth, pictures, at) ?? 0);
    if (Math.abs(lag) > lagTolerance + truth.slack) return [`at ${at.toFixed(2)} s the sound is ${Math.round(lag * 1000)} ms late`];
    return Math.abs(apart) > lagTolerance ? [`at ${at.toFixed(2)} s the sound is ${Math.round(apart * 1000)} ms after the pictures`] : [];
  });
  return [...faults, ...few(wrong), ...compareSilence(truth, sound, zero)];
}
