// Enhanced RTMP, which Debian's ffmpeg can't send: its packets are made here out of files that it encodes. What is kept has the same
// frames and sound.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { chord, decodeFile, openClips, pictures, probeFile, type Clips } from "#server/testing/clips.ts";
import { hashFrames } from "#server/testing/live/encoder.ts";
import { openRecorder } from "./recorder.ts";
import { countOpusSamples, readAudio, readVideo } from "./rtmp/packets.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const execute = promisify(execFile);
let clips: Clips;
beforeAll(async () => void (clips = await openClips()));
afterAll(() => clips[Symbol.asyncDispose]());

interface Read {
  time: number;
  delay: number;
  isKey: boolean;
  data: Buffer;
}

async function readPackets(file: string, stream: string): Promise<Read[]> {
  const shown = ["-show_entries", "packet=pts_time,dts_time,pos,size,flags", "-of", "json"];
  const { stdout } = await execute("ffprobe", ["-v", "error", "-select_streams", stream, ...shown, file]);
  const bytes = await readFile(file);
  const { packets } = JSON.parse(stdout) as { packets: Record<string, string>[] };
  const firstMs = Math.min(0, ...packets.map(({ dts_time }) => Number(dts_time) * 1000));
  return packets.map(({ pts_time, dts_time, pos, size, flags }) => ({
    time: Math.round(Number(dts_time) * 1000 - firstMs),
    delay: Math.round((Number(pts_time) - Number(dts_time)) * 1000),
    isKey: flags!.includes("K"),
    data: bytes.subarray(Number(pos), Number(pos) + Number(size)),
  }));
}

async function readBox(file: string, name: string): Promise<Buffer> {
  const bytes = await readFile(file);
  const at = bytes.indexOf(name);
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4));
}

const videos = [
  ["hvc1", "hvcC", "-c:v libx265 -x265-params log-level=none:keyint=10 -preset ultrafast -tag:v hvc1 -pix_fmt yuv420p"],
  ["av01", "av1C", "-c:v libaom-av1 -cpu-used 8 -g 10 -pix_fmt yuv420p"],
  ["avc1", "avcC", "-c:v libx264 -preset ultrafast -g 10 -bf 2 -pix_fmt yuv420p"],
] as const;

it.each(videos)("%s is kept frame by frame, with Opus beside it", async (codec, box, encoder) => {
  const clip = await clips.make(`${codec}.mp4`, `${pictures("64x64", 10, 2)} ${chord()} ${encoder} -c:a libopus`);
  const [shown, sound] = [await readPackets(clip, "v:0"), await readPackets(clip, "a:0")];
  const kept = path.join(clips.folder, `${codec}-kept.mp4`);
  const faults: unknown[] = [];
  const recorder = await openRecorder(kept, { onKept: () => undefined, onError: (error) => void faults.push(error) });
  const name = Buffer.from(codec);
  recorder.setSize({ width: 64, height: 64 });
  recorder.add("video", 0, readVideo(Buffer.concat([Buffer.from([0x90]), name, await readBox(clip, box)])));
  const said = Buffer.from(await readBox(clip, "dOps"));
  const opus = Buffer.concat([Buffer.from("OpusHead\u0001"), said.subarray(1)]);
  opus.subarray(10, 12).swap16();
  opus.subarray(12, 16).swap32();
  recorder.add("audio", 0, readAudio(Buffer.concat([Buffer.from([0x90]), Buffer.from("Opus"), opus])));
  const packets = [
    ...shown.map(({ time, delay, isKey, data }) => {
      const later = Buffer.alloc(3);
      later.writeIntBE(delay, 0, 3);
      const head = Buffer.from([0x80 | ((isKey ? 1 : 2) << 4) | 1]);
      const body = Buffer.concat([head, name, ...(codec === "av01" ? [] : [later]), data]);
      return { time, add: () => recorder.add("video", time, readVideo(body)) };
    }),
    ...sound.map(({ time, data }) => {
      const body = Buffer.concat([Buffer.from([0x91]), Buffer.from("Opus"), data]);
      return { time, add: () => recorder.add("audio", time, readAudio(body)) };
    }),
  ];
  for (const { add } of packets.toSorted((one, other) => one.time - other.time)) add();
  await recorder.close();
  expect(faults).toEqual([]);
  expect(await hashFrames(kept)).toEqual(await hashFrames(clip));
  expect(await decodeFile(kept)).toBe("");
  const { streams } = await probeFile(kept);
  expect(streams.map(({ codec_name }) => codec_name)).toEqual([
    { hvc1: "hevc", av01: "av1", avc1: "h264" }[codec],
    "opus",
  ]);
  expect(Number(streams[1]!["duration"])).toBeCloseTo(2, 0);
});

it("a refused codec is named in a sentence, and how long a packet of Opus is", () => {
  expect(() => readVideo(Buffer.from([0x12, 0, 0]))).toThrow("The video must be H.264, HEVC or AV1.");
  expect(() => readVideo(Buffer.from([0x90, ...Buffer.from("vp09")]))).toThrow("The video must be H.264, HEVC or AV1.");
  expect(() => readAudio(Buffer.from([0x2f, 0, 0]))).toThrow("The audio must be AAC or Opus.");
  expect(readVideo(Buffer.alloc(0))).toEqual({ kind: "nothing" });
  // CELT of 20 ms; two frames of SILK of 60 ms; four frames of CELT of 2.5 ms
  const made = [[0xf8], [0x19], [0x83, 4]].map((bytes) => countOpusSamples(Buffer.from(bytes)));
  expect(made).toEqual([960, 5760, 480]);
});
