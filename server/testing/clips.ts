// Short recordings for tests, made by the real ffmpeg once per run of a test file.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

export interface Clips extends AsyncDisposable {
  folder: string;
  /** Arguments as one line; the output's name comes last. Returns its path. */
  make(name: string, line: string): Promise<string>;
  /** Arguments one by one, where they have blanks in them. */
  run(...args: string[]): Promise<void>;
}

export async function openClips(): Promise<Clips> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-clips-"));
  return {
    folder,
    async make(name, line) {
      const file = path.join(folder, name);
      await execute("ffmpeg", ["-y", "-v", "error", "-nostdin", ...line.split(" ").filter(Boolean), file], {
        cwd: folder,
      });
      return file;
    },
    async run(...args) {
      await execute("ffmpeg", ["-y", "-v", "error", "-nostdin", ...args], { cwd: folder });
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Two seconds of moving pictures, and of a chord. */
export const pictures = (size = "320x180", rate = 25, seconds = 2) =>
  `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`;
export const chord = (seconds = 2) =>
  `-f lavfi -i aevalsrc=0.2*sin(262*2*PI*t)+0.2*sin(330*2*PI*t)+0.1*sin(392*2*PI*t):s=48000:d=${seconds}`;
export const x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25";

export async function probeFile(
  file: string,
  ...args: string[]
): Promise<{ streams: Record<string, unknown>[]; format: Record<string, unknown> }> {
  const { stdout } = await execute("ffprobe", [
    "-v",
    "error",
    ...args,
    "-show_streams",
    "-show_format",
    "-of",
    "json",
    file,
  ]);
  return JSON.parse(stdout) as { streams: Record<string, unknown>[]; format: Record<string, unknown> };
}

/** Decodes all of it; returns what ffmpeg has to say, which should be nothing. */
export async function decodeFile(file: string, ...args: string[]): Promise<string> {
  const { stderr } = await execute("ffmpeg", [
    "-v",
    "warning",
    "-nostdin",
    ...args,
    "-i",
    file,
    "-map",
    "0",
    "-f",
    "null",
    "-",
  ]);
  return stderr;
}

/** Appended to an mp4 it makes another file of it: players skip it. */
export function freeBox(number: number): Buffer {
  const box = Buffer.alloc(16);
  box.writeUInt32BE(16, 0);
  box.write("free", 4, "latin1");
  box.writeUInt32BE(number, 12);
  return box;
}

/** A second of sound that needs no ffmpeg, and bytes behind it that players skip. */
export function makeWave(tail: Buffer): Buffer {
  const [rate, size] = [8000, 8000];
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + size, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(size, 40);
  return Buffer.concat([head, Buffer.alloc(size, 0x80), tail]);
}
