// Video and audio with a clock inside, encoded by ffmpeg and split into single packets.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { createRandom } from "#server/testing/random.ts";
import { drawFrame, writeSound } from "./clock.ts";
import type { Coded, Recipe, Unit } from "./model.ts";

/** Returns the output of a program, or throws its error messages. */
export async function runProgram(program: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const child = spawn(program, args, { stdio: [input ? "pipe" : "ignore", "pipe", "pipe"] });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  const [output, complaint, [code]] = await Promise.all([
    buffer(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}\n${complaint}`);
  return output;
}

/** When each frame is shown; the last entry is the end of the last frame. */
export function timesOf({ rate, frames }: Recipe["video"]): number[] {
  if (typeof rate === "number") return Array.from({ length: frames + 1 }, (_, frame) => frame / rate);
  const random = createRandom(rate.seed);
  const times = [0];
  while (times.length <= frames)
    times.push((times.at(-1) ?? 0) + (16 + random.below(random.chance(0.2) ? 110 : 40)) / 1000);
  return times;
}

export async function encodePictures({ video }: Recipe, file: string): Promise<Coded> {
  const { width, height, frames } = video;
  const times = timesOf(video);
  const rate = typeof video.rate === "number" ? video.rate : Math.round(frames / (times.at(-1) ?? 1));
  const raw = Buffer.concat(Array.from({ length: frames }, (_, frame) => drawFrame(frame, width, height)));
  const input = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "gray",
    "-s",
    `${width}x${height}`,
    "-r",
    writeRate(rate),
    "-i",
    "pipe:0",
  ];
  const output = [
    "-pix_fmt",
    "yuv420p",
    "-fps_mode",
    "passthrough",
    "-strict",
    "-2",
    "-threads",
    "1",
    "-f",
    "mp4",
    file,
  ];
  await runProgram("ffmpeg", ["-y", "-v", "error", ...input, ...chooseEncoder(video), ...output], raw);
  const { setup, stsd, packets } = await takeApart(file);
  const order = packets.map(({ pts }) => pts).toSorted((a, b) => a - b);
  const units = packets.map(({ pts, isKey, data }) => {
    const frame = order.indexOf(pts);
    return unitOf({ at: times[frame] ?? 0, until: times[frame + 1] ?? 0, isKey, data, content: frame });
  });
  return { setup, stsd, file, units };
}

function writeRate(rate: number): string {
  return rate === 29.97 ? "30000/1001" : String(rate);
}

function chooseEncoder({ codec, group, bFrames, pyramid, isOpen }: Recipe["video"]): string[] {
  const keys = ["-g", String(group), "-bf", String(bFrames)];
  if (codec === "vp9")
    return [
      "-c:v",
      "libvpx-vp9",
      "-deadline",
      "realtime",
      "-cpu-used",
      "8",
      "-lag-in-frames",
      "0",
      "-g",
      String(group),
      "-b:v",
      "400k",
    ];
  if (codec === "mpeg4") return ["-c:v", "mpeg4", "-q:v", "4", "-sc_threshold", "1000000000", ...keys];
  if (codec === "hevc") {
    const how = `log-level=error:open-gop=${isOpen ? 1 : 0}:keyint=${group}:min-keyint=${group}:scenecut=0:bframes=${bFrames}:b-adapt=0:pools=1:frame-threads=1`;
    return ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", how];
  }
  const how = `open-gop=${isOpen ? 1 : 0}:b-pyramid=${pyramid ? "normal" : "none"}:b-adapt=0:scenecut=0:keyint=${group}:min-keyint=${Math.min(group, 1 + Math.floor(group / 2))}:ref=3`;
  return ["-c:v", "libx264", "-preset", "veryfast", "-crf", "24", ...keys, "-x264-params", how];
}

export async function encodeSound({ audio, container }: Recipe, file: string): Promise<Coded | null> {
  if (!audio) return null;
  const { sampleRate, channels, seconds, codec } = audio;
  const input = ["-f", "s16le", "-ar", String(sampleRate), "-ac", String(channels), "-i", "pipe:0"];
  const encoder = { aac: "aac", opus: "libopus", mp3: "libmp3lame", pcm: "pcm_s16le", vorbis: "libvorbis" }[codec];
  const format = codec === "pcm" || container === "mov" ? "mov" : "mp4";
  const output = ["-c:a", encoder, ...(codec === "pcm" ? [] : ["-b:a", "128k"]), "-strict", "-2", "-f", format, file];
  await runProgram("ffmpeg", ["-y", "-v", "error", ...input, ...output], writeSound(seconds, sampleRate, channels));
  const { setup, stsd, packets } = await takeApart(file);
  // ffprobe counts from the first sample of the content; anything before it is the encoder's lead-in
  const units = packets.map(({ pts, seconds, data }) =>
    unitOf({ at: pts, until: pts + seconds, isKey: true, data, content: pts }),
  );
  return { setup, stsd, file, units };
}

function unitOf({
  at,
  until,
  ...rest
}: { at: number; until: number } & Pick<Unit, "isKey" | "data" | "content">): Unit {
  return { at, decodeAt: at, seconds: until - at, ...rest };
}

interface Probed {
  streams: { extradata?: string }[];
  packets: { pts_time: string; duration_time?: string; size: string; pos: string; flags: string }[];
}

async function takeApart(file: string) {
  const what = "stream=extradata:packet=pts_time,duration_time,size,pos,flags";
  const told = await runProgram("ffprobe", ["-v", "error", "-show_data", "-show_entries", what, "-of", "json", file]);
  const { streams, packets } = JSON.parse(told.toString()) as Probed;
  const whole = await readFile(file);
  const name = whole.lastIndexOf("stsd");
  return {
    setup: readDump(streams[0]?.extradata ?? ""),
    stsd: whole.subarray(name - 4, name - 4 + whole.readUInt32BE(name - 4)),
    packets: packets.map(({ pts_time, duration_time, size, pos, flags }) => ({
      pts: Number(pts_time),
      seconds: Number(duration_time ?? 0),
      isKey: flags.startsWith("K"),
      data: whole.subarray(Number(pos), Number(pos) + Number(size)),
    })),
  };
}

/** Parses bytes as ffprobe prints them: an address, groups of digits, two spaces, the same as letters. */
function readDump(dump: string): Buffer {
  const digits = dump.split("\n").map((line) => (/^[0-9a-f]{8}: (.*?) {2}/.exec(line)?.[1] ?? "").replaceAll(" ", ""));
  return Buffer.from(digits.join(""), "hex");
}
