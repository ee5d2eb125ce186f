// Ogg files one after the other are one recording: each part begins where the one before it ends.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { words } from "#server/media/words.ts";
import { writeUnchained } from "./chained-ogg.ts";

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

/** A flash and a beep in the middle of each second. */
const flashes = (seconds: number) =>
  `-f lavfi -i color=c=black:s=64x64:r=25:d=${seconds},drawbox=color=white:t=fill:enable='between(mod(t\\,1),0.499,0.699)'`;
const beeps = (seconds: number, rate = 48_000) =>
  `-f lavfi -i aevalsrc=0.5*sin(880*2*PI*t)*between(mod(t\\,1)\\,0.5\\,0.7):s=${rate}:d=${seconds}`;

const kinds = [
  ["song.opus", (seconds: number) => `${beeps(seconds)} -c:a libopus`],
  ["song.ogg", (seconds: number) => `${beeps(seconds)} -c:a libvorbis`],
  ["flac.ogg", (seconds: number) => `${beeps(seconds)} -c:a flac`],
  ["video.ogv", (seconds: number) => `${flashes(seconds)} ${beeps(seconds)} -c:v libtheora -c:a libvorbis`],
] as const;

it.each(kinds)("three in a row are as long as all of them, with nothing between them: %s", async (name, line) => {
  const lengths = [2, 3, 2];
  const parts = await Promise.all(lengths.map((seconds, n) => clips.make(`${n}-${name}`, line(seconds))));
  const chained = await join(`chained-${name}`, parts);
  const facts = await probe(await openTools(), chained);
  expect(facts).toMatchObject({ isChained: true, durationSeconds: expect.closeTo(7, 1) });
  const plain = path.join(clips.folder, `plain-${name}`);
  await writeUnchained(chained, plain);
  const begins = findEdges(
    await decode(plain, [
      "-map",
      "0:a",
      "-af",
      "aresample=async=1:min_hard_comp=0.018:first_pts=0",
      "-ac",
      "1",
      "-ar",
      "48000",
      "-f",
      "s16le",
    ]),
    48_000,
  );
  expect(begins.map((at) => Math.round(at * 50) / 50)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]);
  if (!facts.video) return;
  const light = await decode(plain, ["-map", "0:v", "-vf", "scale=1:1,format=gray10le", "-r", "25", "-f", "rawvideo"]);
  const late = findEdges(light, 25).map((at, n) => Math.abs(at - n - 0.5));
  expect(late).toHaveLength(7);
  expect(Math.max(...late)).toBeLessThan(0.041);
});

it("recordings of other settings in a row are refused, and one alone is no chain", async () => {
  const [one, other] = [
    await clips.make("one.ogg", `${beeps(1)} -c:a libvorbis`),
    await clips.make("other.ogg", `${beeps(1, 44_100)} -c:a libvorbis`),
  ];
  const tools = await openTools();
  expect(await probe(tools, one)).not.toHaveProperty("isChained");
  for (const rest of [other, await clips.make("other.opus", `${beeps(1)} -c:a libopus`)])
    await expect(probe(tools, await join("mixed.ogg", [one, rest]))).rejects.toMatchObject({ message: words.chained });
});

async function join(name: string, parts: readonly string[]): Promise<string> {
  const file = path.join(clips.folder, name);
  await writeFile(file, Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))));
  return file;
}

async function decode(file: string, how: readonly string[]): Promise<Int16Array> {
  const args = ["-v", "error", "-i", file, ...how, "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer", maxBuffer: 2 ** 24 });
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

/** When it becomes loud, or light, after a time in which it was not. */
function findEdges(values: Int16Array, perSecond: number): number[] {
  const found: number[] = [];
  let last = -Infinity;
  for (const [n, value] of values.entries()) {
    if (Math.abs(value) < 500) continue;
    if (n - last > perSecond * 0.2) found.push(n / perSecond);
    last = n;
  }
  return found;
}
