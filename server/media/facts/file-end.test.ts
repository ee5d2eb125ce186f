// Files that end too early, and a WAV that goes on: their own sizes tell, and nothing is said of those that are whole.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chord, makeWave, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { readEnd } from "./file-end.ts";
import { recognise } from "./magic.ts";

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

const both = `${pictures("160x90", 10)} ${chord()} ${x264} -c:a aac`;
const formats = [
  ["plain.mp4", both],
  ["index-first.mp4", `${both} -movflags +faststart`],
  ["fragments.mp4", `${both} -movflags +frag_keyframe+empty_moov`],
  ["plain.mkv", both],
  ["plain.webm", `${chord()} -c:a libopus`],
  ["plain.avi", both],
  ["plain.flv", both],
  ["plain.wav", `${chord()} -c:a pcm_s16le`],
  ["long.wav", `${chord()} -c:a pcm_s24le -rf64 always`],
  ["plain.ogg", `${chord()} -c:a libvorbis`],
  ["plain.mp3", `${chord()} -c:a libmp3lame -metadata title=Late`],
  ["plain.aac", `${chord()} -c:a aac`],
] as const;

const judge = async (name: string, bytes: Buffer) => {
  const file = path.join(clips.folder, `judged-${name}`);
  await writeFile(file, bytes);
  return readEnd(file, recognise(bytes.subarray(0, 4096)));
};

it.each(formats)("%s is whole, and cut off wherever it is cut", async (name, line) => {
  const bytes = await readFile(await clips.make(name, line));
  expect(await judge(name, bytes)).toEqual({ isCutOff: false, isUnderstated: false });
  // at the very place where one packet ends and the next begins a file may end, too
  for (const part of [0.4, 0.6, 0.8]) {
    const end = Math.floor(bytes.length * part);
    const found = await Promise.all([0, 1, 2].map((n) => judge(`${n}-${name}`, bytes.subarray(0, end - n))));
    expect(found.filter(({ isCutOff }) => isCutOff).length, `${part}`).toBeGreaterThan(1);
  }
});

it("a live stream in Matroska, which never says how long it is, is whole wherever it ends", async () => {
  const bytes = await readFile(await clips.make("live.mkv", `${both} -f matroska -live 1`));
  expect(await judge("live.mkv", bytes)).toMatchObject({ isCutOff: false });
});

it("a raw AAC that is cut within the head of a packet is cut off", async () => {
  const bytes = await readFile(await clips.make("head.aac", `${chord()} -c:a aac`));
  const last = bytes.lastIndexOf(bytes.subarray(0, 2));
  expect(await judge("whole.aac", bytes.subarray(0, last))).toMatchObject({ isCutOff: false });
  for (const more of [1, 2, 6, 7, 8])
    expect(await judge("cut.aac", bytes.subarray(0, last + more)), `${more}`).toMatchObject({ isCutOff: true });
});

/** As makeWave, with the size of its sound as it is said. */
function say(bytes: Buffer, size: number): Buffer {
  const said = Buffer.from(bytes);
  said.writeUInt32LE(size, 40);
  return said;
}

it("a WAV that says less than it holds goes on, unless something else follows", async () => {
  const wave = makeWave(Buffer.alloc(0));
  const loud = Buffer.concat([wave.subarray(0, 44), Buffer.alloc(8000, "\u0090\u0070", "latin1")]);
  const chunk = Buffer.alloc(2008, 7);
  chunk.write("LIST", 0, "latin1");
  chunk.writeUInt32LE(2000, 4);
  const cases: [Buffer, Partial<Awaited<ReturnType<typeof readEnd>>>][] = [
    [say(loud, 100), { isUnderstated: true }],
    [say(loud, 101), { isUnderstated: true }],
    [loud, { isUnderstated: false }],
    [Buffer.concat([loud, chunk]), { isUnderstated: false }],
    [Buffer.concat([loud, Buffer.from("ID3\u0004"), Buffer.alloc(3000, 7)]), { isUnderstated: false }],
    [Buffer.concat([loud, Buffer.alloc(4096)]), { isUnderstated: false }],
    // not completed: all of it is sound
    [say(loud, 0), { isUnderstated: false, isCutOff: false }],
    [say(loud, 0xffff_ffff), { isUnderstated: false, isCutOff: false }],
    [say(loud, 9000), { isUnderstated: false, isCutOff: true }],
  ];
  for (const [index, [bytes, expected]] of cases.entries())
    expect(await judge(`${index}.wav`, bytes), `${index}`).toMatchObject(expected);
});
