// Sound and pictures into one file that browsers play as it is: H.264 with a key frame every two seconds, and AAC.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createCanvas, toBytes } from "./canvas.ts";
import { findSeconds, renderSong, type Sound } from "./music.ts";
import type { Original } from "./originals.ts";
import { sampleRate } from "./voices.ts";

export async function makeOriginal(original: Original, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-original-"));
  try {
    const sound = renderSong(original.song);
    await writeFile(path.join(folder, "sound.raw"), interleave(sound));
    await writeFile(path.join(folder, "words.srt"), writeLyrics(original));
    await encode(original, { sound, folder, file });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function encode(
  original: Original,
  { sound, folder, file }: { sound: Sound; folder: string; file: string },
): Promise<void> {
  const [width, height, times] = original.size;
  const { channels, kilobits } = original.sound;
  const isMoving = original.framesPerSecond > 0;
  const args = [
    ...["-y", "-v", "error", "-nostdin"],
    ...["-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", `${width}x${height}`],
    ...["-framerate", String(original.framesPerSecond || 1), "-i", "pipe:0"],
    ...["-f", "f32le", "-ar", String(sampleRate), "-ac", "2", "-i", path.join(folder, "sound.raw")],
    ...(original.lyrics ? ["-i", path.join(folder, "words.srt")] : []),
    ...["-map", "0:v", "-map", "1:a"],
    ...(original.lyrics ? ["-map", "2:s", "-c:s", "mov_text", "-metadata:s:s:0", "language=eng"] : []),
    ...(isMoving ? picture(original, `${width * times}:${height * times}`) : still),
    ...["-c:a", "aac", "-b:a", `${kilobits}k`, "-ac", String(channels)],
    // nothing of the machine or the day that made it
    ...["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"],
    ...["-movflags", "+faststart", "-f", isMoving ? "mp4" : "ipod", file],
  ];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "inherit", "inherit"] });
  const ended = once(child, "close") as Promise<[number]>;
  await pipeline(Readable.from(paintFrames(original, sound)), child.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

const still = [
  "-vf",
  "scale=iw*2:ih*2:flags=bicubic",
  "-c:v",
  "mjpeg",
  "-q:v",
  "5",
  "-pix_fmt",
  "yuvj420p",
  "-disposition:v",
  "attached_pic",
];

function picture({ crf, framesPerSecond }: Original, size: string): string[] {
  const group = String(framesPerSecond * 2);
  return [
    ...["-vf", `scale=${size}:flags=bicubic:out_color_matrix=bt709,format=yuv420p,setsar=1`],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
    ...["-c:v", "libx264", "-preset", "slower", "-tune", "animation", "-crf", String(crf)],
    // with more threads the result would depend on the machine
    ...["-g", group, "-keyint_min", group, "-sc_threshold", "0", "-threads", "1"],
  ];
}

function* paintFrames(
  { song, scene, size: [width, height], framesPerSecond }: Original,
  { left }: Sound,
): Generator<Buffer> {
  const canvas = createCanvas(width, height);
  const seconds = findSeconds(song);
  const count = Math.max(1, Math.round(seconds * framesPerSecond));
  const each = left.length / count;
  let loud = 0;
  for (let frame = 0; frame < count; frame += 1) {
    const heard = left.subarray(Math.floor(frame * each), Math.floor((frame + 1) * each));
    const power = heard.reduce((sum, value) => sum + value * value, 0) / heard.length;
    // slowly, so that pictures breathe and do not flicker
    loud += 0.25 * (Math.min(1, Math.sqrt(power) * 3) - loud);
    scene(canvas, { seconds: (frame * seconds) / count, loud, share: frame / count });
    yield toBytes(canvas);
  }
}

function interleave({ left, right }: Sound): Float32Array {
  const both = new Float32Array(left.length * 2);
  for (let n = 0; n < left.length; n += 1) {
    both[2 * n] = left[n] ?? 0;
    both[2 * n + 1] = right[n] ?? 0;
  }
  return both;
}

function writeLyrics({ lyrics = [], song: { beatsPerBar, beatsPerMinute } }: Original): string {
  const clock = (bar: number) => {
    const at = new Date(Math.round(bar * beatsPerBar * (60_000 / beatsPerMinute)));
    return at.toISOString().slice(11, 23).replace(".", ",");
  };
  return lyrics
    .map(([from, to, line], index) => `${index + 1}\n${clock(from)} --> ${clock(to - 0.1)}\n${line}\n`)
    .join("\n");
}
