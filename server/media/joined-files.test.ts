import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { chord, decodeFile, openClips, pictures, probeFile } from "#server/testing/clips.ts";
import { openJoinedFiles, type JoinedFile } from "./joined-files.ts";
import { openDisk } from "./store/disk.ts";

const flags = "+frag_keyframe+cmaf+empty_moov+default_base_moof+delay_moov+frag_discont+skip_trailer+skip_sidx";
const h264 = "-c:v libx264 -preset ultrafast -bf 2 -b_strategy 0 -pix_fmt yuv420p -sc_threshold 0 -flags +cgop";
const rate = 25;

it("an excerpt has exactly the pictures and the sound of its seconds, from the key frame before", async () => {
  await using stage = await openStage({ keyEvery: 2 });
  const { joined, video, audio, source } = stage;
  const [all, wanted] = [await hashFrames(source), await readSound(source)];
  for (const { part, shownFrom } of [
    { part: { from: 3.3, to: 7.1 }, shownFrom: 2 },
    { part: { from: 4, to: 6 }, shownFrom: 4 },
    { part: { from: 0, to: 12 }, shownFrom: 0 },
  ]) {
    const excerpt = await joined.excerpt(video, audio, part);
    const file = await stage.write(excerpt);
    expect(excerpt.hasVideo).toBe(true);
    expect(await decodeFile(file)).toBe("");
    const { streams } = await probeFile(file);
    expect(streams.map(({ start_time }) => Number(start_time))).toEqual([0, 0]);
    expect(await hashFrames(file)).toEqual(all.slice(shownFrom * rate, Math.ceil(part.to * rate)));
    const heard = await readSound(file);
    const expected = wanted.subarray(shownFrom * 96_000, Math.round(part.to * 48_000) * 2);
    // the decoder fills in noise of its own; one sample too early or too late would differ by hundreds
    expect(findMostDifference(heard, expected)).toBeLessThan(20);
    // ffmpeg plays the last packet to its end
    expect(heard.length - expected.length).toBeLessThan(2 * 1024);
  }
  const silent = await probeFile(await stage.write(await joined.excerpt(video, null, { from: 2, to: 4 })));
  const dark = await probeFile(await stage.write(await joined.excerpt(null, audio, { from: 2, to: 4 })));
  expect(silent.streams.map(({ codec_name }) => codec_name)).toEqual(["h264"]);
  expect(dark.streams.map(({ codec_name }) => codec_name)).toEqual(["aac"]);
  await expect(joined.excerpt(null, null, { from: 2, to: 4 })).rejects.toThrow("nothing to play");
});

it("where key frames are far apart, at most 2 seconds before the excerpt are sent", async () => {
  await using stage = await openStage({ keyEvery: 6 });
  const { joined, video, audio, source } = stage;
  const all = await hashFrames(source);
  const late = await stage.write(await joined.excerpt(video, audio, { from: 3, to: 8 }));
  expect(await decodeFile(late)).toBe("");
  expect(await hashFrames(late)).toEqual(all.slice(6 * rate, 8 * rate));
  const { streams } = await probeFile(late);
  expect(streams.map(({ start_time }) => Number(start_time))).toEqual([3, 0]);

  const heardOnly = await joined.excerpt(video, audio, { from: 3, to: 5 });
  expect(heardOnly.hasVideo).toBe(false);
  expect(await decodeFile(await stage.write(heardOnly))).toBe("");
});

/** Twelve seconds on a disk, in files as ours are. */
async function openStage({ keyEvery }: { keyEvery: number }) {
  await using stack = new AsyncDisposableStack();
  const clips = stack.use(await openClips());
  const disk = stack.use(openDisk(path.join(clips.folder, "store")));
  const keys = `-g ${keyEvery * rate} -keyint_min ${keyEvery * rate}`;
  const source = await clips.make(
    "source.mp4",
    `${pictures("160x90", rate, 12)} ${chord(12)} ${h264} ${keys} -c:a aac`,
  );
  const shift = "-avoid_negative_ts disabled -output_ts_offset 1 -video_track_timescale 90000";
  const put = async (name: string, line: string) => {
    const file = await clips.make(name, `-i ${source} -c copy ${line}`);
    const stored = { sha256: "0".repeat(64), bytes: (await readFile(file)).length };
    const key = `aa/${"a".repeat(26)}/${name}`;
    await disk.put(key, file);
    return { key, stored };
  };
  const video = await put("v.mp4", `-map 0:v ${shift} -movflags ${flags}`);
  const audio = await put("a.m4a", "-map 0:a -movflags +faststart");
  let count = 0;
  const kept = stack.move();
  return {
    ...{ source, video, audio, joined: openJoinedFiles(disk) },
    async write({ head, slices }: JoinedFile): Promise<string> {
      const parts = [head];
      for (const { key, stored, from, to } of slices) {
        using opened = await disk.open(key, { from, to }, stored);
        parts.push(...((await Array.fromAsync(opened.read())) as Buffer[]));
      }
      const file = path.join(clips.folder, `excerpt-${(count += 1)}.mp4`);
      await writeFile(file, Buffer.concat(parts));
      return file;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Of every picture, decoded, without its time. */
async function hashFrames(file: string): Promise<string[]> {
  const args = ["-v", "error", "-i", file, "-map", "0:v", "-vsync", "passthrough", "-f", "framemd5", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args);
  const frames = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return frames.map((line) => line.split(",").at(-1)?.trim() ?? "");
}

async function readSound(file: string): Promise<Buffer> {
  const args = ["-v", "error", "-i", file, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer", maxBuffer: 2 ** 26 });
  return stdout;
}

function findMostDifference(heard: Buffer, expected: Buffer): number {
  let most = 0;
  for (let at = 0; at < expected.length; at += 2)
    most = Math.max(most, Math.abs(heard.readInt16LE(at) - expected.readInt16LE(at)));
  return most;
}
