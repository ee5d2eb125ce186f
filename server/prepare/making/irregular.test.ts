// Recordings as the world makes them, each three seconds with a flash and a beep after one second: whatever they are,
// they end as something that plays, with flash and beep together, or with a sentence that says why not.
import { execFile } from "node:child_process";
import { open, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageFile } from "#server/media/fragments/cmaf.ts";
import { borrowFile, nameOf } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { findRecording, listAssets, rungOf, type Asset } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";

const execute = promisify(execFile);

const flash = (size = "320x180", rate = 25, seconds = 3) =>
  `-f lavfi -i color=c=black:s=${size}:r=${rate}:d=${seconds},drawbox=color=white:t=fill:enable='between(t,0.999,1.199)'`;
const beep = (seconds = 3, layout = "mono") =>
  `-f lavfi -i aevalsrc=0.5*sin(880*2*PI*t)*between(t\\,1\\,1.2):s=48000:d=${seconds}:c=${layout}`;
/** Flash and beep after three seconds instead of one. */
const late = (line: string) => line.replace("0.999,1.199", "2.999,3.199").replace("1\\,1.2", "3\\,3.2");
const h264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p";
const both = `${flash()} ${beep()}`;

interface Case {
  file: string;
  line: string;
  /** What becomes of the pictures; null: there are none. */
  video: "copied" | "encoded" | null;
  audio: boolean;
  seconds?: number;
  size?: string;
  /** How many sizes it is served in; one, unless it is said. */
  sizes?: number;
  /** The flash is to be this much after the beep, where the recording itself is apart. */
  lag?: number;
  /** Not at the same place in every version of the sound; or there is no flash and beep to compare. */
  isSilent?: boolean;
  /** What its picture is remembered by. */
  color?: RegExp;
  after?: (file: string) => Promise<void>;
  problem?: RegExp;
}

const red = /^#f[0-9a-f]0[0-9a-f]0[0-9a-f]$/;

const cases: Case[] = [
  { file: "plain.mp4", line: `${both} ${h264} -g 25 -c:a aac`, video: "copied", audio: true, size: "320x180" },
  {
    file: "b-frames.mp4",
    line: `${flash("960x540")} ${beep()} -c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 3 -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    sizes: 2,
  },
  { file: "stream.ts", line: `${both} ${h264} -g 25 -c:a aac`, video: "copied", audio: true },
  { file: "matroska.mkv", line: `${both} ${h264} -g 25 -c:a aac`, video: "copied", audio: true },
  { file: "flash.flv", line: `${both} ${h264} -g 25 -c:a aac`, video: "copied", audio: true },
  {
    file: "vfr.mkv",
    line: `${flash("320x180", 50).replace(/$/, ",select='not(mod(n,4))+gt(t,1.5)'")} ${beep()} -fps_mode vfr ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
  },
  { file: "sixty.mp4", line: `${flash("320x180", 60)} ${beep()} ${h264} -g 60 -c:a aac`, video: "copied", audio: true },
  {
    file: "long-group.mp4",
    line: `${flash("160x90", 10, 13)} ${beep(13)} ${h264} -g 1000 -keyint_min 1000 -sc_threshold 0 -c:a aac`,
    video: "encoded",
    audio: true,
    seconds: 13,
  },
  {
    file: "open-group.mp4",
    line: `${both} -c:v libx264 -preset veryfast -pix_fmt yuv420p -x264-params open-gop=1:bframes=3:keyint=12:min-keyint=12:scenecut=0 -c:a aac`,
    video: "encoded",
    audio: true,
  },
  {
    file: "hevc.mp4",
    line: `${both} -c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac`,
    video: "encoded",
    audio: true,
  },
  {
    file: "hevc-10-bit.mkv",
    line: `${both} -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error -c:a aac`,
    video: "encoded",
    audio: true,
  },
  {
    file: "vp9.webm",
    line: `${both} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus`,
    video: "encoded",
    audio: true,
  },
  {
    file: "av1.mkv",
    line: `${flash("160x90")} ${beep()} -c:v libaom-av1 -usage realtime -cpu-used 8 -c:a libopus`,
    video: "encoded",
    audio: true,
  },
  {
    file: "h264-10-bit.mp4",
    line: `${both} -c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -c:a aac`,
    video: "encoded",
    audio: true,
  },
  {
    file: "four-four-four.mp4",
    line: `${both} -c:v libx264 -preset ultrafast -pix_fmt yuv444p -c:a aac`,
    video: "encoded",
    audio: true,
  },
  {
    file: "rotated.mp4",
    line: `-i plain.mp4 -c copy -metadata:s:v:0 rotate=90`,
    video: "copied",
    audio: true,
    size: "180x320",
  },
  {
    file: "rotated-hevc.mp4",
    line: `-i hevc.mp4 -c copy -metadata:s:v:0 rotate=90`,
    video: "encoded",
    audio: true,
    size: "180x320",
  },
  {
    file: "odd-size.webm",
    line: `${flash("321x181").replace(",drawbox", ",format=rgb24,drawbox")} ${beep()} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus`,
    video: "encoded",
    audio: true,
    size: "321x181",
  },
  {
    file: "interlaced.ts",
    line: `${both} ${h264} -flags +ildct+ilme -x264-params tff=1 -c:a aac`,
    video: "encoded",
    audio: true,
  },
  {
    file: "wide-pixels.mp4",
    line: `${both} -vf setsar=4/3 ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    size: "427x180",
  },
  { file: "prores.mov", line: `${both} -c:v prores_ks -profile:v 0 -c:a pcm_s16le`, video: "encoded", audio: true },
  { file: "mpeg4.avi", line: `${both} -c:v mpeg4 -q:v 5 -c:a libmp3lame`, video: "encoded", audio: true },
  {
    file: "surround.mkv",
    line: `${flash()} -f lavfi -i aevalsrc=0.4*sin(880*2*PI*t)*between(t\\,1\\,1.2)|0.4*sin(880*2*PI*t)*between(t\\,1\\,1.2)|0|0|0|0:s=48000:d=3:c=5.1 ${h264} -g 25 -c:a ac3`,
    video: "copied",
    audio: true,
  },
  { file: "44100.mp4", line: `${both} ${h264} -g 25 -ar 44100 -c:a aac`, video: "copied", audio: true },
  {
    file: "two-tracks.mkv",
    line: `${both} ${beep(3, "mono")} -map 0 -map 1 -map 2 ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
  },
  { file: "no-sound.mp4", line: `${flash()} ${h264} -g 25`, video: "copied", audio: false },
  {
    file: "sound-late.mp4",
    line: `${flash()} -itsoffset 0.6 ${beep()} ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    lag: -0.6,
    seconds: 3.6,
  },
  {
    file: "picture-late.mkv",
    line: `-itsoffset 0.6 ${flash()} ${beep()} ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    lag: 0.6,
    seconds: 3.6,
  },
  {
    file: "gap.mkv",
    line: `${flash().replace(/$/, ",setpts=PTS+gt(T\\,2)*4/TB")} ${beep()} -fps_mode vfr ${h264} -g 25 -c:a aac`,
    video: "encoded",
    audio: true,
    seconds: 7,
  },
  {
    file: "hole.mp4",
    line: `${flash("320x180", 25, 12).replace(/$/, ",select='not(between(t,1.5,9.5))'")} ${beep(12)} -fps_mode vfr ${h264} -g 25 -c:a aac`,
    video: "encoded",
    audio: true,
    seconds: 12,
  },
  {
    file: "untrimmed.mp4",
    line: `${late(flash("320x180", 25, 6))} ${late(beep(6))} -c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 2 -g 250 -c:a aac`,
    video: "copied",
    audio: true,
    seconds: 6,
  },
  // the pictures before its beginning are there, and an edit list hides them
  { file: "trimmed.mp4", line: "-ss 2 -i untrimmed.mp4 -c copy", video: "encoded", audio: true, seconds: 4 },
  {
    file: "reset.ts",
    line: `${both} ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    seconds: 6,
    after: async (file) => writeFile(file, Buffer.concat([await readFile(file), await readFile(file)])),
  },
  {
    // the pictures of the first two seconds have no times, and the sound of them seems to be before a reset
    file: "before-zero.mkv",
    line: `${late(flash("320x180", 25, 6))} ${late(beep(6))} -c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 3 -g 25 -c:a aac -output_ts_offset -2 -avoid_negative_ts disabled`,
    video: "encoded",
    audio: true,
    seconds: 6,
    problem: /damaged: parts of it could not be read/,
  },
  {
    file: "other-size.ts",
    line: `${both} ${h264} -g 25 -c:a aac`,
    video: "encoded",
    audio: true,
    seconds: 6,
    after: async (file) => {
      const other = await clips.make("other.ts", `${flash("480x270")} ${beep()} ${h264} -g 25 -c:a aac`);
      await writeFile(file, Buffer.concat([await readFile(file), await readFile(other)]));
    },
  },
  {
    file: "ten-hours.mkv",
    line: `${both} ${h264} -g 25 -c:a aac -output_ts_offset 36000`,
    video: "copied",
    audio: true,
  },
  {
    file: "truncated.mkv",
    line: `${flash("320x180", 25, 8)} ${beep(8)} ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    seconds: 4,
    after: (file) => cut(file, 0.5),
    problem: /cut off/,
  },
  {
    file: "truncated.ts",
    line: `${flash("320x180", 25, 6)} ${beep(6)} ${h264} -g 25 -c:a aac`,
    video: "copied",
    audio: true,
    seconds: 3,
    after: (file) => cut(file, 0.5),
  },
  { file: "song.mp3", line: `${beep()} -c:a libmp3lame`, video: null, audio: true },
  { file: "song.flac", line: `${beep()} -c:a flac`, video: null, audio: true },
  { file: "song.ogg", line: `${beep()} -c:a libvorbis`, video: null, audio: true },
  { file: "song.wav", line: `${beep()} -c:a pcm_s24le`, video: null, audio: true },
  {
    file: "cover.m4a",
    line: `-f lavfi -i color=c=red:s=64x64:d=0.04 ${beep()} -map 1:a -map 0:v -c:v mjpeg -frames:v 1 -disposition:v:0 attached_pic -c:a aac`,
    video: null,
    audio: true,
    color: red,
  },
  {
    file: "cover.flac",
    line: `-f lavfi -i color=c=red:s=64x64:d=0.04 ${beep()} -map 1:a -map 0:v -c:v png -frames:v 1 -disposition:v:0 attached_pic -c:a flac`,
    video: null,
    audio: true,
    color: red,
  },
  {
    file: "cover-damaged.flac",
    line: `-f lavfi -i testsrc2=s=64x64:d=0.04 ${beep()} -map 1:a -map 0:v -c:v png -frames:v 1 -disposition:v:0 attached_pic -c:a flac`,
    video: null,
    audio: true,
    after: (file) => wipe(file, "IDAT"),
  },
  { file: "television.ts", line: `${both} -c:v mpeg2video -c:a mp2`, video: "encoded", audio: true },
];

/** In `npm test`: some ways to be irregular, and the plain recording that others are made of. */
const inShort = new Set([
  "plain.mp4",
  "b-frames.mp4",
  "vfr.mkv",
  "rotated.mp4",
  "no-sound.mp4",
  "gap.mkv",
  "truncated.mkv",
  "cover.m4a",
  "reset.ts",
  "before-zero.mkv",
]);
const tried = cases.filter(({ file }) => scaled(0, 1) === 1 || inShort.has(file));

async function cut(file: string, part: number): Promise<void> {
  await truncate(file, Math.floor((await readFile(file)).length * part));
}

/** What comes after that word. */
async function wipe(file: string, word: string): Promise<void> {
  const bytes = await readFile(file);
  const at = bytes.indexOf(word) + word.length;
  await writeFile(file, bytes.fill(0, at, at + 200));
}

let clips: Clips;
let archive: TestArchive;
const ids = new Map<string, string>();

describe("irregular recordings", () => {
  beforeAll(async () => {
    [clips, archive] = await Promise.all([openClips(), openTestArchive()]);
    for (const one of tried) {
      const file = await clips.make(one.file, one.line);
      await one.after?.(file);
      ids.set(one.file, (await takeIn(archive.parts, { file, name: one.file, memberId: null })).id);
    }
    for (;;) {
      const left = await archive.parts.db
        .selectFrom("job")
        .select("id")
        .where("kind", "like", "prepare-%")
        .where("state", "in", ["waiting", "running"])
        .execute();
      if (left.length === 0) return;
      await sleep(200);
    }
  }, 600_000);
  afterAll(async () => {
    await archive[Symbol.asyncDispose]();
    await clips[Symbol.asyncDispose]();
  });

  it.each(tried)("$file plays, from beginning to end, with flash and beep together", async (one) => {
    const id = ids.get(one.file) ?? "";
    const { db, media } = archive.parts;
    const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const recording = await findRecording(db, id);
    const assets = await listAssets(db, id);
    const failed = await db
      .selectFrom("job")
      .select(["kind", "error"])
      .where("key", "=", id)
      .where("error", "is not", null)
      .execute();
    expect({ state: row.state, failed }).toEqual({ state: "published", failed: [] });
    expect(row.thumbnail_hash).not.toBeNull();
    if (one.color) expect(row.dominant_color).toMatch(one.color);
    expect(recording?.problem ?? "").toMatch(one.problem ?? /^$/);
    expect(Math.abs((row.duration_seconds ?? 0) - (one.seconds ?? 3))).toBeLessThan(
      one.file.startsWith("truncated") ? 3.5 : 0.15,
    );

    const sizes = assets.filter(({ kind }) => kind.endsWith(".mp4") && rungOf(kind));
    const pictures = sizes.find(({ facts }) => !facts.isEncoded) ?? sizes[0];
    const sounds = assets.filter(({ kind }) => kind === "audio.mp4" || kind === "copied-audio.mp4");
    expect(pictures ? (pictures.facts.isEncoded ? "encoded" : "copied") : null).toBe(one.video);
    expect(sounds.length).toBe(one.audio ? 2 : 0);
    if (one.size) expect(`${recording?.facts.video?.width}x${recording?.facts.video?.height}`).toBe(one.size);

    const place = async (asset: Asset) => {
      const { sha256, bytes } = asset;
      return (await borrowFile(media.store, id, { name: nameOf(asset), sha256, bytes })).file;
    };
    expect(sizes.length).toBe(pictures ? (one.sizes ?? 1) : 0);
    const beeps = await Promise.all(sounds.map(async (sound) => findBeep(await place(sound))));
    for (const size of sizes) {
      const flashAt = await findFlash(await place(size));
      for (const beepAt of beeps)
        expect(
          Math.abs(flashAt - beepAt - (one.lag ?? 0)),
          `${size.kind}: flash ${flashAt}, beep ${beepAt}`,
        ).toBeLessThan(0.045);
    }
    for (const asset of [...(pictures ? [pictures] : []), ...sounds.slice(0, 1)]) await checkSeek(await place(asset));
    publish("formats", { recordings: 1 });
  });
});

/** When the picture turns white, as a browser counts: from the fragments' own times. */
async function findFlash(file: string): Promise<number> {
  const { startSeconds } = await packageFile(file);
  const { stdout } = await execute(
    "ffmpeg",
    ["-v", "error", "-i", file, "-vf", "scale=1:1,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo", "-"],
    { encoding: "buffer" },
  );
  const times = (
    await execute("ffprobe", ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", file])
  ).stdout
    .trim()
    .split("\n")
    .map((line) => Number.parseFloat(line))
    .filter(Number.isFinite);
  const white = stdout.findIndex((light) => light > 128);
  expect(white).toBeGreaterThan(0);
  return startSeconds + (times[white] ?? 0) - (times[0] ?? 0);
}

/** When the sound begins, from the fragments' own times. */
async function findBeep(file: string): Promise<number> {
  const { startSeconds } = await packageFile(file);
  const { stdout } = await execute(
    "ffmpeg",
    ["-v", "error", "-i", file, "-ac", "1", "-ar", "48000", "-f", "s16le", "-"],
    { encoding: "buffer", maxBuffer: 64 * 2 ** 20 },
  );
  for (let at = 0; at + 1 < stdout.length; at += 2)
    if (Math.abs(stdout.readInt16LE(at)) > 2500) return startSeconds + at / 2 / 48_000;
  throw new Error("there is no beep");
}

/** A segment in the middle, alone after the head, plays and begins when its playlist says. */
async function checkSeek(file: string): Promise<void> {
  const { segments, headBytes, startSeconds, track, isClean } = await packageFile(file);
  const index = Math.floor(segments.length / 2);
  const segment = segments[index];
  if (!segment) throw new Error("there is no segment");
  expect(isClean).toBe(true);
  const whole = await readFile(file);
  const alone = path.join(clips.folder, "alone.mp4");
  await writeFile(
    alone,
    Buffer.concat([whole.subarray(0, headBytes), whole.subarray(segment.offset, segment.offset + segment.bytes)]),
  );
  const wanted = startSeconds + segments.slice(0, index).reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const { startSeconds: found } = await packageFile(alone);
  expect(Math.abs(found - wanted)).toBeLessThan(0.04);
  const { stderr } = await execute("ffmpeg", ["-v", "error", "-i", alone, "-f", "null", "-"]);
  expect(stderr).toBe("");
  expect(track.unitsPerSecond).toBeGreaterThan(0);
}

it("a recording that was never finished is refused with a reason", async () => {
  await using some = await openClips();
  await using own = await openTestArchive();
  // of the second hardly more than its name is left, which ffprobe takes for an error of the disk
  for (const [name, left] of [
    ["unfinished.mp4", 0.5],
    ["begun.mkv", 0.01],
  ] as const) {
    const file = await some.make(name, `${both} ${h264} -c:a aac`);
    await cut(file, left);
    await expect(takeIn(own.parts, { file, name, memberId: null })).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("incomplete or damaged"),
    });
  }
  await using empty = await open(path.join(some.folder, "empty.mp4"), "w");
  await expect(
    takeIn(own.parts, { file: path.join(some.folder, "empty.mp4"), name: "empty.mp4", memberId: null }),
  ).rejects.toThrow("This file is empty.");
  await empty.sync();
  expect(await own.parts.db.selectFrom("video").selectAll().execute()).toEqual([]);
});
