// Decodes what is served: which frame is shown when, and the audio on the same timeline.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { columns, readFrame, rows } from "./clock.ts";
import { readSamples } from "./fragments.ts";
import type { Playlist } from "./served.ts";

export interface SeenPicture {
  at: number;
  /** Null: not one of our frames, or damaged. */
  frame: number | null;
}

/** Samples of one channel, `perSecond` per second; NaN where there is no audio. */
export interface SeenSound {
  from: number;
  samples: Float32Array;
  starts: number;
  ends: number;
}

export const perSecond = 8000;
const roundedSeconds = 0.002;

export async function decode(args: readonly string[], input?: Buffer): Promise<{ output: Buffer; complaints: string }> {
  const child = spawn("ffmpeg", ["-v", "error", "-nostdin", "-threads", "1", ...args], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [output, complaints] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, "close")]);
  return { output, complaints: complaints.trim() };
}

/** By default ffmpeg rounds times to the frame rate, and then warns that two frames have the same time. */
export const exactTimes = ["-fps_mode", "passthrough", "-enc_time_base", "1:90000"];

const [width, height] = [columns * 8, rows * 8];

export async function seePictures({ file }: Playlist): Promise<{ pictures: SeenPicture[]; complaints: string }> {
  const samples = readSamples(file);
  const times = samples.map(({ at }) => at).toSorted((a, b) => a - b);
  const look = ["-vf", `scale=${width}:${height}:flags=area,format=gray`, ...exactTimes, "-f", "rawvideo", "-"];
  const { output, complaints } = await decode(["-ignore_editlist", "1", "-i", "pipe:0", "-map", "0:v", ...look], file);
  const count = output.length / (width * height);
  const told = count === times.length ? "" : `${times.length} pictures are stored and ${count} come out`;
  const pictures = Array.from({ length: Math.min(count, times.length) }, (_, index) => ({
    at: times[index] ?? 0,
    frame: readFrame(output.subarray(index * width * height, (index + 1) * width * height), width, height),
  }));
  return { pictures, complaints: [complaints, told].filter(Boolean).join("; ") };
}

export async function hearSound({ file }: Playlist): Promise<{ sound: SeenSound; complaints: string }> {
  const samples = readSamples(file);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error("there is no audio");
  // everything that is stored, including what a player would skip, so that every packet can be placed at its time
  const input = ["-ignore_editlist", "1", "-flags2", "+skip_manual", "-i", "pipe:0", "-map", "0:a"];
  const { output, complaints } = await decode([...input, "-ac", "1", "-f", "s16le", "-"], file);
  const perPacket = 1024;
  const came = output.length / 2 / perPacket;
  const rate = guessRate(samples.map(({ seconds }) => seconds));
  const [from, ends] = [first.at, last.at + Math.min(last.seconds, perPacket / rate)];
  const line = new Float32Array(Math.ceil((ends - from) * perSecond) + 1).fill(Number.NaN);
  samples.forEach(({ at }, index) => {
    // a little more, which the next packet overwrites: formats that count in milliseconds leave gaps that no player makes audible
    const [begin, end] = [at, at + perPacket / rate + roundedSeconds].map((time) =>
      Math.round((time - from) * perSecond),
    ) as [number, number];
    for (let place = begin; place <= end; place += 1) {
      const source = Math.max(0, index * perPacket + Math.round((place / perSecond - (at - from)) * rate));
      if (source * 2 + 1 < output.length) line[place] = output.readInt16LE(source * 2) / 32_768;
    }
  });
  const odd = Math.abs(came - samples.length) > 1 ? `${samples.length} packets are stored and ${came} come out` : "";
  return {
    sound: { from, samples: line, starts: from, ends },
    complaints: [complaints, odd].filter(Boolean).join("; "),
  };
}

/** An AAC packet has 1,024 samples; its usual length gives the sample rate. */
function guessRate(lengths: readonly number[]): number {
  const usual = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return Math.round(1024 / usual / 50) * 50;
}
