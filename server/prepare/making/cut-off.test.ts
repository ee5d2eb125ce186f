// Recordings that end too early, or go on behind their end: all that can be played is kept, and editors are told what is missing.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { findRecording } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";

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
] as const;

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
  for (const { file, line, edit } of cases) {
    const made = await clips.make(file, line);
    const broken = path.join(clips.folder, `broken-${file}`);
    await writeFile(broken, edit(await readFile(made)));
    ids.set(file, (await takeIn(archive.parts, { file: broken, name: file, memberId: null })).id);
  }
  for (const { file, seconds, problem } of cases) {
    const id = ids.get(file) ?? "";
    while (await isStillPrepared(id)) await sleep(200);
    const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const found = await findRecording(db, id);
    expect({ file, state: row.state }).toEqual({ file, state: "published" });
    expect(Math.abs((row.duration_seconds ?? 0) - seconds), `${file}: ${row.duration_seconds} s`).toBeLessThan(0.75);
    expect(`${file}: ${found?.problem ?? "whole"}`).toMatch(problem);
  }

  async function isStillPrepared(id: string): Promise<boolean> {
    const query = db.selectFrom("job").select("id").where("key", "=", id).where("kind", "like", "prepare-%");
    return (await query.where("state", "in", ["waiting", "running"]).execute()).length > 0;
  }
}, 300_000);
