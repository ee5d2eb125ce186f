// Recordings that end too early, go on behind their end, or are damaged: what can be played is kept, and editors are told what is
// missing. A recording that cannot be read is refused once, and as damaged.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { findRecording } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";

const both = `${pictures("160x90", 25, 8)} ${chord(8)} ${x264}`;
const early = /seems to be cut off/;

const cases = [
  // what is said is 0.02 s
  { file: "understated.wav", line: `${chord(8)} -c:a pcm_s16le`, edit: understate, seconds: 8, problem: /whole$/ },
  // the sound of a fragment follows its pictures, and so is not there: ffmpeg would end after a second
  {
    file: "fragments.mp4",
    line: `${both} -g 250 -c:a aac -movflags +frag_keyframe+empty_moov`,
    edit: cut(0.5),
    seconds: 5,
    problem: early,
  },
  { file: "cut.avi", line: `${both} -c:a libmp3lame`, edit: cut(0.5), seconds: 4, problem: early },
  { file: "cut.wav", line: `${chord(8)} -c:a pcm_s16le`, edit: cut(0.5), seconds: 4, problem: early },
  { file: "cut.flac", line: `${chord(8)} -c:a flac`, edit: cut(0.93), seconds: 7.4, problem: early },
  { file: "cut.ogg", line: `${chord(8)} -c:a libvorbis`, edit: cut(0.7), seconds: 5.5, problem: early },
  // ffmpeg reports it as a disk error
  { file: "cut.aac", line: `${chord(8)} -c:a aac`, edit: cutHead, seconds: 8, problem: early },
  {
    file: "bad-sound.mkv",
    line: `-i sound.mkv -c copy -bsf:a noise=amount=2`,
    edit: keep,
    seconds: 8,
    problem: /audio of this recording is damaged/,
  },
] as const;

/** In the middle of the head of its last packet. */
function cutHead(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(bytes.subarray(0, 2)) + 5);
}

function keep(bytes: Buffer): Buffer {
  return bytes;
}

function understate(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(1000, bytes.indexOf("data") + 4);
  return bytes;
}

function cut(part: number) {
  return (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * part));
}

it("what is left of a recording is published, and what is missing is said", async () => {
  await using clips = await openClips();
  await using archive = await openTestArchive();
  const { db } = archive.parts;
  const ids = new Map<string, string>();
  await clips.make("sound.mkv", `${both} -c:a flac`);
  for (const one of cases) {
    const file = await makeBroken(clips, one);
    ids.set(one.file, (await takeIn(archive.parts, { file, name: one.file, memberId: null })).id);
  }
  for (const { file, seconds, problem } of cases) {
    const id = ids.get(file) ?? "";
    await waitUntilPrepared(archive, id);
    const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const found = await findRecording(db, id);
    expect({ file, state: row.state }).toEqual({ file, state: "published" });
    expect(Math.abs((row.duration_seconds ?? 0) - seconds), `${file}: ${row.duration_seconds} s`).toBeLessThan(0.75);
    expect(`${file}: ${found?.problem ?? "whole"}`).toMatch(problem);
  }
}, 300_000);

async function makeBroken(
  clips: Clips,
  { file, line, edit }: { file: string; line: string; edit: (bytes: Buffer) => Buffer },
): Promise<string> {
  const made = await clips.make(file, line);
  const broken = path.join(clips.folder, `broken-${file}`);
  await writeFile(broken, edit(await readFile(made)));
  return broken;
}

async function waitUntilPrepared({ parts }: TestArchive, id: string): Promise<void> {
  const query = parts.db.selectFrom("job").select("id").where("key", "=", id).where("kind", "like", "prepare-%");
  while ((await query.where("state", "in", ["waiting", "running"]).execute()).length > 0) await sleep(200);
}

it("a recording of which next to nothing can be decoded is refused as damaged, and is tried once", async () => {
  await using clips = await openClips();
  await using archive = await openTestArchive();
  await clips.make("good.mka", `${chord(8)} -c:a flac -f matroska`);
  const file = await clips.make("bad.mka", "-i good.mka -c copy -bsf:a noise=amount=2 -f matroska");
  const { id } = await takeIn(archive.parts, { file, name: "bad.mka", memberId: null });
  await waitUntilPrepared(archive, id);
  const { db } = archive.parts;
  const job = await db.selectFrom("job").select(["attempts", "error"]).where("key", "=", id).executeTakeFirstOrThrow();
  expect(job).toEqual({ attempts: 1, error: expect.stringMatching(/^This recording is damaged: /) });
  expect((await findRecording(db, id))?.problem).toMatch(/^This recording is damaged: /);
}, 120_000);

it.each([
  ["whose pictures never say how large they are", spoilSizes],
  ["whose times are days apart", scatterTimes],
])("a transport stream %s is damaged, and neither too small nor too long", async (_, edit) => {
  await using clips = await openClips();
  const file = await makeBroken(clips, { file: "stream.ts", line: `${both} -c:a aac`, edit });
  await expect(probe(await openTools(), file)).rejects.toThrow(/^This file is incomplete or damaged/);
});

function spoilSizes(bytes: Buffer): Buffer {
  const mark = Buffer.from([0, 0, 1, 0x67]);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 30)) bytes.fill(0xff, at + 3, at + 30);
  return bytes;
}

/** Every packet is shown at some other time of the 26 hours that its clock has. */
function scatterTimes(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; at += 188) {
    const isBegin = ((bytes[at + 1] ?? 0) & 0x40) !== 0;
    const skipped = ((bytes[at + 3] ?? 0) & 0x20) === 0 ? 0 : 1 + (bytes[at + 4] ?? 0);
    const packet = bytes.subarray(at + 4 + skipped, at + 188);
    const isMedia = packet.length > 19 && packet.readUIntBE(0, 3) === 1 && ((packet[3] ?? 0) & 0xc0) === 0xc0;
    if (!isBegin || !isMedia) continue;
    const time = (at * 7919) % 0x1_0000;
    for (const place of ((packet[7] ?? 0) & 0x40) === 0 ? [9] : [9, 14]) {
      packet[place] = ((packet[place] ?? 0) & 0xf1) | ((time >> 13) & 6);
      packet.writeUInt16BE((time & 0xfffe) | 1, place + 1);
    }
  }
  return bytes;
}
