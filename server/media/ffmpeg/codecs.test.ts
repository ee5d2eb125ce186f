// Each codec that is accepted, from a file of its kind: it is probed, and decoded into what members get. Those that are
// not accepted are named.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chord, openClips, pictures, type Clips } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { codecs, describeForeign, findForeign } from "./codecs.ts";
import { packageFile } from "#server/media/fragments/cmaf.ts";
import { probe } from "./probe.ts";
import { encodePictures } from "./render.ts";
import { openTools, type Tools } from "./run.ts";
import { levelSound, measureSound } from "./sound.ts";

let clips: Clips;
let tools: Tools;
beforeAll(async () => {
  [clips, tools] = await Promise.all([openClips(), openTools()]);
});
afterAll(() => clips[Symbol.asyncDispose]());

/** With programs of their own in irregular.test.ts: the common ones. */
const videos: readonly [codec: string, file: string, line: string][] = [
  ["dnxhd", "dnxhr.mov", `${pictures("320x256")} -c:v dnxhd -profile:v dnxhr_sq -pix_fmt yuv422p`],
  ["dnxhd", "dnxhd.mov", `${pictures("1280x720", 25, 0.4)} -c:v dnxhd -b:v 60M -pix_fmt yuv422p`],
  ["cfhd", "cineform.mov", `${pictures("320x192")} -c:v cfhd -pix_fmt yuv422p10le`],
  ["dvvideo", "camera.avi", `${pictures("720x576", 25, 1)} -c:v dvvideo -pix_fmt yuv420p`],
  ["ffv1", "archive.mkv", `${pictures()} -c:v ffv1`],
  ["huffyuv", "capture.avi", `${pictures()} -c:v huffyuv -pix_fmt yuv422p`],
  ["ffvhuff", "capture-2.avi", `${pictures()} -c:v ffvhuff -pix_fmt yuv420p`],
  ["utvideo", "capture-3.avi", `${pictures()} -c:v utvideo -pix_fmt yuv422p`],
  ["v210", "plain.mov", `${pictures()} -c:v v210`],
  ["theora", "free.ogg", `${pictures()} -c:v libtheora`],
  ["mpeg1video", "disc.ts", `${pictures()} -c:v mpeg1video`],
  ["mpeg2video", "disc-2.ts", `${pictures()} -c:v mpeg2video`],
  ["prores", "editing.mov", `${pictures()} -c:v prores_ks`],
];

const sounds: readonly [codec: string, file: string, more?: string][] = [
  ...["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_mulaw", "pcm_alaw"].map(
    (codec): [string, string] => [codec, `${codec}.wav`],
  ),
  ...["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be"].map((codec): [string, string] => [
    codec,
    `${codec}.mov`,
  ]),
  ["pcm_bluray", "film.m2ts", "-ac 2"],
  ["adpcm_ima_wav", "recorder.wav"],
  ["adpcm_ms", "recorder-2.wav"],
  ["wavpack", "music.mkv"],
  ["truehd", "film.mkv", "-strict -2 -ac 2"],
  ["alac", "music.m4a"],
];

/** In `npm test`: some of the families. */
const inShort = new Set([...["dvvideo", "theora", "prores"], ...["pcm_s24le", "pcm_bluray", "adpcm_ms", "alac"]]);
const isTried = ([codec]: readonly [codec: string, ...rest: unknown[]]) => scaled(0, 1) === 1 || inShort.has(codec);

describe("a recording is accepted", () => {
  it.each(videos.filter(isTried))("with video in %s: %s", async (codec, file, line) => {
    const source = await clips.make(file, line);
    const { video } = await probe(tools, source);
    expect(video?.codec).toBe(codec);
    if (!video) return;
    const folder = await makeFolder(file);
    const encodings = [{ rung: "480" as const, width: 160, height: 90 }];
    const { files, complaints } = await encodePictures(
      { tools, source, limitSeconds: 60 },
      { video, plan: { encodings }, folder },
    );
    const { durationSeconds, track } = await packageFile(files[0] ?? "");
    expect({ complaints, width: track.width }).toEqual({ complaints: [], width: 160 });
    expect(durationSeconds).toBeGreaterThan(0.35);
    publish("formats", { codecs: 1 });
  });

  it.each(sounds.filter(isTried))("with audio in %s: %s", async (codec, file, more = "") => {
    const source = await clips.make(file, `${chord()} ${more} -c:a ${codec}`);
    const { audio } = await probe(tools, source);
    expect(audio?.codec).toBe(codec);
    if (!audio) return;
    const work = { tools, source, limitSeconds: 60 };
    const { loudness, seconds } = await measureSound(work, audio);
    expect(loudness.integratedLufs).toBeGreaterThan(-40);
    expect(seconds).toBeCloseTo(2, 0);
    const { fragmented } = await levelSound(work, { audio, loudness, folder: await makeFolder(file) });
    expect((await packageFile(fragmented)).durationSeconds).toBeCloseTo(2, 0);
    publish("formats", { codecs: 1 });
  });
});

it.each([
  ["magic.mkv", `${pictures("64x64")} -c:v magicyuv`, "The video is in MagicYUV,", "H.264 (MP4)"],
  ["raw.avi", `${pictures("64x64")} -c:v rawvideo`, "The video is in uncompressed form,", "H.264 (MP4)"],
  ["stills.mkv", `${pictures("64x64")} -c:v png`, "The video is in PNG,", "H.264 (MP4)"],
  ["tta.mkv", `${chord()} -c:a tta`, "The audio is in True Audio,", "AAC, FLAC or WAV"],
  ["g726.wav", `${chord()} -ar 8000 -c:a g726`, "The audio is in g726,", "AAC, FLAC or WAV"],
])("what is not accepted is named: %s", async (file, line, begins, goal) => {
  const source = await clips.make(file, line);
  await expect(probe(tools, source)).rejects.toMatchObject({
    code: "bad-input",
    message: `${begins} which can't be read here. Export it as ${goal} and try again.`,
  });
});

it("a codec without a name is refused in words, too", () => {
  expect(describeForeign(undefined, "audio")).toBe(
    "The audio is in a format that can't be read here. Export it as AAC, FLAC or WAV and try again.",
  );
  expect(findForeign("[x @ 0x1] Codec (some_thing) not on whitelist 'h264'")).toBe("some_thing");
  expect(findForeign("moov atom not found")).toBeUndefined();
});

it("no codec is listed twice, and each is a plain name", () => {
  const names = codecs.split(",");
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z\d_-]+$/.test(name))).toEqual([]);
});

async function makeFolder(file: string): Promise<string> {
  const folder = path.join(clips.folder, `${file}-made`);
  await mkdir(folder);
  return folder;
}
