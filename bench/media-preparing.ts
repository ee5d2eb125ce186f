// Preparing recordings, in processor time of ours and all we start, against ffmpeg doing the same by itself. Goals P1 to P6.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { packageFile } from "#server/media/cmaf.ts";
import { furtherEncodings } from "#server/media/decide.ts";
import type { Facts } from "#server/media/facts.ts";
import { makePictures } from "#server/media/pictures.ts";
import { describeRendition, writeMasterPlaylist, writeMediaPlaylist } from "#server/media/playlist.ts";
import { probe } from "#server/media/probe.ts";
import { copyTracks, encodePictures } from "#server/media/render.ts";
import { openTools, type Tools } from "#server/media/run.ts";
import { levelSound, measureSound } from "#server/media/sound.ts";
import { noteFigure } from "./notes.ts";
import { printGoals, spreadOf, type Goal, type Spread } from "./ratios.ts";

const execute = promisify(execFile);
const rounds = 3;
/** What only copies is measured on ten minutes, what encodes on twenty seconds of the same. */
const seconds = { long: 600, short: 20 };

export async function benchPreparing(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-media-"));
  try {
    // what runs inside the walls is not counted to us by the kernel; the walls themselves cost some 20 ms each time
    const tools = { ...(await openTools()), walls: { hasBubblewrap: false, hasPrlimit: false } };
    const [source, short] = [await makeSource(folder, seconds.long), await makeSource(folder, seconds.short)];
    const facts = await probe(tools, source);
    const goals: Goal[] = [];
    const compare = async (
      name: string,
      goal: number,
      ours: () => Promise<unknown>,
      anchor: () => Promise<unknown>,
    ) => {
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [a, b] = round % 2 ? [await cpuOf(ours), await cpuOf(anchor)] : await inverse(anchor, ours);
        ratios.push(a / b);
      }
      const measured = spreadOf(ratios);
      goals.push({ name, goal: `<= ${goal}`, measured, isReached: measured.median <= goal });
      return measured;
    };
    await compare(
      "P1 probe, copy and playlists / ffmpeg -c copy",
      1.5,
      () => ingest(tools, { source, facts, folder }),
      () => ffmpeg(folder, "-i", source, "-map", "0", "-c", "copy", "plain.mp4"),
    );
    await compare(
      "P4 loudness, peak and waveform / decoding the sound",
      3.6,
      () => measureSound(work(tools, source), required(facts.audio)),
      () => ffmpeg(folder, "-i", source, "-vn", "-f", "null", "-"),
    );
    const { video } = await copyTracks(work(tools, source), { plan: { video: true, audio: null }, folder });
    await compare(
      "P5 sheet of pictures and thumbnail / every key frame",
      0.35,
      () => makePictures(work(tools, required(video)), { frame: required(facts.video), folder }),
      () =>
        ffmpeg(
          folder,
          "-skip_frame",
          "nokey",
          "-i",
          source,
          "-an",
          "-vf",
          "scale=160:-2,tile=10x10",
          "-frames:v",
          "100",
          "-fps_mode",
          "passthrough",
          "n%d.jpg",
        ),
    );
    const encodings = furtherEncodings(required(facts.video), ["source"]);
    const encode = (list: typeof encodings) =>
      encodePictures(work(tools, short), { video: required(facts.video), encodings: list, folder });
    await compare(
      "P6 two sizes in one pass / in two",
      0.9,
      () => encode(encodings),
      async () => {
        for (const one of encodings) await encode([one]);
      },
    );
    goals.push(...(await wholeGoals(tools, { source, facts, folder }, await cpuOf(() => encode(encodings)))));
    console.log(`\nPreparing ten minutes of 1080p, ${rounds} rounds, in processor time\n`);
    return printGoals(goals);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Given {
  source: string;
  facts: Facts;
  folder: string;
}

/** What makes it watchable, in relation to everything. */
async function wholeGoals(tools: Tools, given: Given, shortEncoding: number): Promise<Goal[]> {
  const { source, facts, folder } = given;
  const first = await cpuOf(() => ingest(tools, given));
  const rest = await cpuOf(async () => {
    const { loudness } = await measureSound(work(tools, source), required(facts.audio));
    await levelSound(work(tools, source), { audio: required(facts.audio), gainDb: loudness.gainDb, folder });
    await makePictures(work(tools, path.join(folder, "video.mp4")), { frame: required(facts.video), folder });
  });
  const minutes = seconds.long / 60;
  noteFigure("watchable, processor", first / minutes, "s per minute of 1080p");
  noteFigure("sound, pictures and levelling, processor", rest / minutes, "s per minute of 1080p");
  noteFigure("smaller sizes, processor", (shortEncoding * 60) / seconds.short, "s per minute of 1080p");
  const share = first / (first + rest + (shortEncoding * seconds.long) / seconds.short);
  const one: Spread = { low: share, median: share, high: share };
  return [
    { name: "P3 watchable after this part of all the work", goal: "<= 0.02", measured: one, isReached: share <= 0.02 },
  ];
}

async function ingest(tools: Tools, { source, folder }: Given): Promise<void> {
  const facts = await probe(tools, source);
  const audio = { how: "copy" as const, facts: required(facts.audio) };
  const made = await copyTracks(work(tools, source), { plan: { video: true, audio }, folder });
  const [pictures, sound] = [await packageFile(required(made.video)), await packageFile(required(made.audio))];
  writeMediaPlaylist(pictures, "video.mp4");
  writeMediaPlaylist(sound, "audio.mp4");
  const list = (address: string, packaged: typeof pictures) => ({ address, rendition: describeRendition(packaged, 0) });
  writeMasterPlaylist([list("video.m3u8", pictures)], list("audio.m3u8", sound));
}

function work(tools: Tools, source: string) {
  return { tools, source, limitSeconds: 3600 };
}

async function makeSource(folder: string, length: number): Promise<string> {
  const name = `source-${length}.mp4`;
  const picture = [
    "-f",
    "lavfi",
    "-i",
    `testsrc2=s=1920x1080:r=30:d=10`,
    "-f",
    "lavfi",
    "-i",
    "aevalsrc=0.2*sin(262*2*PI*t)|0.2*sin(330*2*PI*t):s=48000:d=10",
  ];
  await ffmpeg(
    folder,
    ...picture,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-b:v",
    "8M",
    "-g",
    "60",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "short.mp4",
  );
  await ffmpeg(folder, "-stream_loop", String(length / 10 - 1), "-i", "short.mp4", "-c", "copy", name);
  return path.join(folder, name);
}

async function ffmpeg(folder: string, ...args: string[]): Promise<void> {
  await execute("ffmpeg", ["-y", "-v", "error", "-nostdin", ...args], { cwd: folder });
}

async function inverse(anchor: () => Promise<unknown>, ours: () => Promise<unknown>): Promise<[number, number]> {
  const b = await cpuOf(anchor);
  return [await cpuOf(ours), b];
}

/** Seconds of processor time of this process and of all that it started and that has ended. */
async function cpuOf(act: () => Promise<unknown>): Promise<number> {
  const before = readCpu();
  await act();
  return readCpu() - before;
}

function readCpu(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  // utime, stime, cutime and cstime, in hundredths of a second
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("the bench's own recording is not as it should be");
  return value;
}
