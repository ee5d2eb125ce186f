// Makes the thumbnail of a recording and the sheet of small pictures, from the key frames of the packaged files: a
// hundred short reads, whatever the length.
import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  coverArguments,
  drawnArguments,
  sampleSize,
  storyboardArguments,
  thumbnailArguments,
  type PictureFormat,
} from "./picture-arguments.ts";
import { packageFile, readPictures, type Fragment } from "#server/media/fragments/cmaf.ts";
import { chooseBest, chooseLargest, drawPoster, findColor, type Sample } from "#server/media/facts/picture-colors.ts";
import type { Program } from "./arguments.ts";
import { run } from "./run.ts";
import type { Work } from "./work.ts";

export interface Storyboard {
  columns: number;
  rows: number;
  width: number;
  height: number;
  /** When each small picture begins to stand for the recording, in seconds. */
  times: number[];
}

export interface Pictures {
  thumbnail: string;
  color: string;
  storyboard: { file: string; facts: Storyboard } | null;
}

const most = 100;
const columns = 10;

interface Frame {
  width: number;
  height: number;
  rotation: number;
}

/** `source` is a packaged rendition; `frame` is how it is to be shown. Returns files in `folder`. */
export async function makePictures(
  work: Work,
  { frame, folder, frameSeconds }: { frame: Frame; folder: string; frameSeconds?: number | undefined },
): Promise<Pictures> {
  const { tools, source, signal, limitSeconds } = work;
  const { track, fragments, startSeconds, durationSeconds } = await packageFile(source);
  const chosen = choose(fragments, { startSeconds, durationSeconds });
  const sheet = path.join(folder, "keys.h264");
  await writeFile(sheet, await readPictures(source, track, chosen));
  const tile = fitInside(frame, { width: 160, height: 160 });
  const facts: Storyboard = {
    columns: Math.min(columns, chosen.length),
    rows: Math.ceil(chosen.length / columns),
    ...tile,
    times: chosen.map((fragment, index) =>
      index === 0 ? 0 : Math.round((fragment.startSeconds - startSeconds) * 1000) / 1000,
    ),
  };
  const paths = { reads: [sheet], writes: folder };
  const common = { weight: "light" as const, limitSeconds, signal };
  const size = fitInside(frame, { width: 960, height: 960 });
  // the picture with most in it takes most room
  const likely = chooseLargest(chosen.map(({ picture }) => picture.bytes));
  const program = storyboardArguments({ ...facts, rotation: frame.rotation }, { index: likely, ...size });
  const { output } = await run(tools, { ...common, paths, program });
  const samples = readSamples(output);
  const best = frameSeconds === undefined ? chooseBest(samples, likely) : findNearest(facts.times, frameSeconds);
  if (best !== likely) {
    const key = path.join(folder, "key.h264");
    await writeFile(key, await readPictures(source, track, chosen.slice(best, best + 1)));
    const again = thumbnailArguments({ ...size, rotation: frame.rotation });
    await run(tools, { ...common, paths: { reads: [key], writes: folder }, program: again });
  }
  const color = findColor(samples[best] ?? Buffer.alloc(3));
  return {
    thumbnail: path.join(folder, "thumbnail.jpg"),
    color,
    storyboard: { file: path.join(folder, "storyboard.jpg"), facts },
  };
}

/** An editor chooses from the small pictures, so the nearest of them is meant. */
function findNearest(times: readonly number[], seconds: number): number {
  const distances = times.map((time) => Math.abs(time - seconds));
  return distances.indexOf(Math.min(...distances));
}

const posterSize = { width: 960, height: 540 };

/** The cover that a recording carries as that track; undefined when it cannot be decoded. */
export async function takeCover(
  work: Work,
  { track, folder }: { track: number; folder: string },
): Promise<Pictures | undefined> {
  return makePoster(work, folder, coverArguments({ track }, posterSize));
}

/** The same of a picture that is a file; undefined when it is of a kind that we do not read. */
export async function takePicture(work: Work, folder: string): Promise<Pictures | undefined> {
  const format = await findPictureFormat(work.source);
  return format && makePoster(work, folder, coverArguments({ track: 0, format }, posterSize));
}

async function findPictureFormat(file: string): Promise<PictureFormat | undefined> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
  const head = buffer.subarray(0, bytesRead).toString("latin1");
  if (head.startsWith("\u00ff\u00d8")) return "jpeg_pipe";
  if (head.startsWith("\u0089PNG")) return "png_pipe";
  return head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" ? "webp_pipe" : undefined;
}

async function makePoster(
  { tools, source, signal, limitSeconds }: Work,
  folder: string,
  program: Program,
): Promise<Pictures | undefined> {
  const { output } = await run(tools, {
    program,
    paths: { reads: [source], writes: folder },
    weight: "light",
    limitSeconds,
    signal,
  });
  const [sample] = readSamples(output);
  return sample && { thumbnail: path.join(folder, "thumbnail.jpg"), color: findColor(sample), storyboard: null };
}

/** For one without a cover, too: its own sound, drawn. */
export async function drawPictures(
  work: Work,
  { digits, seed, folder }: { digits: string; seed: string; folder: string },
): Promise<Pictures> {
  const { pixels, color } = drawPoster(digits, seed, posterSize);
  const raw = path.join(folder, "poster.rgb");
  await writeFile(raw, pixels);
  const { tools, signal, limitSeconds } = work;
  await run(tools, {
    program: drawnArguments(posterSize),
    paths: { reads: [raw], writes: folder },
    weight: "light",
    limitSeconds,
    signal,
  });
  return { thumbnail: path.join(folder, "thumbnail.jpg"), color, storyboard: null };
}

/** Evenly over the recording, each key frame at most once. */
function choose(
  fragments: readonly Fragment[],
  { startSeconds, durationSeconds }: { startSeconds: number; durationSeconds: number },
): Fragment[] {
  if (fragments.length <= most) return [...fragments];
  const chosen = new Set<Fragment>();
  let at = 0;
  for (let index = 0; index < most; index += 1) {
    const wanted = startSeconds + (index * durationSeconds) / most;
    while (at + 1 < fragments.length && (fragments[at + 1]?.startSeconds ?? 0) <= wanted + 0.001) at += 1;
    const fragment = fragments[at];
    if (fragment) chosen.add(fragment);
  }
  return [...chosen];
}

function readSamples(output: Buffer): Sample[] {
  const size = sampleSize.width * sampleSize.height * 3;
  return Array.from({ length: Math.floor(output.length / size) }, (_, n) => output.subarray(n * size, (n + 1) * size));
}

function fitInside({ width, height }: { width: number; height: number }, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height);
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
