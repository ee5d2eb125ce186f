// For the benchmarks of preparing: test recordings, plain ffmpeg, and comparing two ways of doing the same thing.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Facts } from "#server/media/facts/facts.ts";
import type { Tools } from "#server/media/ffmpeg/run.ts";
import { spreadOf } from "./ratios.ts";
import type { Goal } from "./notes.ts";

const execute = promisify(execFile);
export const rounds = 3;

export interface Given {
  tools: Tools;
  source: string;
  facts: Facts;
  folder: string;
}

type Measure = (act: () => Promise<unknown>) => Promise<number>;

/** Runs both ways in turn; the one that goes first goes second in the next round. */
export async function compare(
  { name, most, measure = cpuOf }: { name: string; most: number; measure?: Measure },
  ours: () => Promise<unknown>,
  anchor: () => Promise<unknown>,
): Promise<Goal> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [anchor, ours] : [ours, anchor];
    const taken = new Map<unknown, number>();
    for (const act of order) taken.set(act, await measure(act));
    ratios.push((taken.get(ours) ?? Number.NaN) / (taken.get(anchor) ?? Number.NaN));
  }
  return atMost(name, most, ratios);
}

export function atMost(name: string, most: number, values: readonly number[]): Goal {
  const measured = spreadOf(values);
  return { name, goal: `<= ${most}`, measured, isReached: measured.median <= most };
}

/** Seconds of processor time of this process and of its child processes that have ended. */
export const cpuOf: Measure = async (act) => {
  const before = readCpu();
  await act();
  return readCpu() - before;
};

export const wallOf: Measure = async (act) => {
  const before = performance.now();
  await act();
  return (performance.now() - before) / 1000;
};

function readCpu(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  // utime, stime, cutime and cstime, in hundredths of a second
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
}

/** Splits arguments that contain no spaces. */
export async function ffmpeg(folder: string, line: string): Promise<void> {
  await execute("ffmpeg", ["-y", "-v", "error", "-nostdin", ...line.split(" ").filter(Boolean)], {
    cwd: folder,
    maxBuffer: 2 ** 30,
  });
}

/** So many seconds of 1080p, made by repeating ten: as hard to decode as a camera and a mixer recorded with OBS. */
export async function makeSource(folder: string, length: number): Promise<string> {
  const pictures = "-f lavfi -i testsrc2=s=1920x1080:r=30:d=10,noise=alls=8:allf=t";
  const sound = `-f lavfi -i aevalsrc=${play(262)}|${play(330)}:s=48000:d=10`;
  const codecs =
    "-c:v libx264 -preset veryfast -b:v 8M -maxrate 8M -bufsize 16M -g 60 -pix_fmt yuv420p -c:a aac -b:a 192k";
  const name = `source-${length}.mp4`;
  await ffmpeg(folder, `${pictures} ${sound} ${codecs} short.mp4`);
  // the index comes first, so that the file can be read while it arrives
  await ffmpeg(folder, `-stream_loop ${length / 10 - 1} -i short.mp4 -c copy -movflags +faststart ${name}`);
  // flushed now, or the first program measured would pay for it
  await execute("sync");
  return path.join(folder, name);
}

/** A tone with some background noise. */
function play(hertz: number): string {
  return `0.2*sin(${hertz}*2*PI*t)+0.1*(random(0)-0.5)`;
}

export function work(tools: Tools, source: string) {
  return { tools, source, limitSeconds: 3600 };
}

export function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("the benchmark's own recording is wrong");
  return value;
}
