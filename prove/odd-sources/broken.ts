// Files whose clocks or sizes are broken, made from whole ones by copying packets and bytes. Every frame and every moment of
// the audio tells its own number, so that what is published needs no plan to be compared with: only with itself.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createRandom, type Random } from "#server/testing/random.ts";
import { arrange } from "./arrange.ts";
import { drawFrame, writeSound } from "./clock.ts";
import { encodePictures, encodeSound, runProgram } from "./encode.ts";
import type { Coded, Recipe, Unit } from "./model.ts";
import { writeFlv } from "./write-flv.ts";
import { writeMkv } from "./write-mkv.ts";
import { writeTs } from "./write-ts.ts";

export interface Broken {
  number: number;
  kind: string;
  container: Container;
  /** In words, what was done to it. */
  told: string;
  make(wholes: Wholes): Promise<string>;
  /** How long it is to be, where that is known; otherwise as long as what can be decoded. */
  seconds?: number;
  /** How much longer than what can be decoded it is to be: its gaps. */
  gapSeconds: number;
  mayBeRefused: boolean;
}

export const framesPerSecond = 25;
const lengths = { long: 6, short: 4 } as const;
type Length = keyof typeof lengths;
const h264 = "-c:v libx264 -preset ultrafast -bf 3 -b_strategy 0 -g 25 -c:a aac -ac 1";
const making = {
  mp4: h264,
  mov: h264,
  mkv: h264,
  ts: h264,
  flv: h264,
  webm: "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 25 -c:a libopus",
  avi: "-c:v mpeg4 -q:v 4 -g 25 -c:a libmp3lame",
  ogv: "-c:v libtheora -q:v 8 -g 25 -c:a libvorbis",
  mka: "-vn -c:a aac",
  m4a: "-vn -c:a aac",
  aac: "-vn -c:a aac",
  mp3: "-vn -c:a libmp3lame",
  flac: "-vn -c:a flac",
  wav: "-vn -c:a pcm_s16le",
  opus: "-vn -c:a libopus",
  ogg: "-vn -c:a libvorbis",
} as const;
type Container = keyof typeof making;
const containers = Object.keys(making) as Container[];
/** How many of its times are a second, and how long a packet of its audio is. */
const clocks = {
  mkv: { unit: 1000, packet: 1024 / 48_000 },
  flv: { unit: 1000, packet: 1024 / 48_000 },
  ts: { unit: 90_000, packet: 1024 / 48_000 },
  webm: { unit: 1000, packet: 0.02 },
  mka: { unit: 1000, packet: 1024 / 48_000 },
} as const;
type Clocked = keyof typeof clocks;
const writers = { mkv: writeMkv, ts: writeTs, flv: writeFlv };
type Written = keyof typeof writers;

const begin = ["-y", "-v", "error", "-nostdin"];

interface Wholes {
  folder: string;
  /** Made when it is first asked for. */
  whole(container: Container, length: Length): Promise<string>;
  /** One that our own code writes, packet by packet. */
  recipe: Recipe;
  coded: { pictures: Coded; sound: Coded | null };
}

export async function makeWholes(folder: string): Promise<Wholes> {
  for (const [length, seconds] of Object.entries(lengths)) {
    const frames = Array.from({ length: seconds * framesPerSecond }, (_, n) => drawFrame(n, 192, 112));
    const [video, audio] = [path.join(folder, `${length}.mkv`), path.join(folder, `${length}.wav`)];
    const raw = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "192x112", "-r", String(framesPerSecond), "-i", "pipe:0"];
    await runProgram("ffmpeg", [...begin, ...raw, "-c:v", "ffv1", video], Buffer.concat(frames));
    const samples = ["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", "pipe:0"];
    await runProgram("ffmpeg", [...begin, ...samples, audio], writeSound(seconds, 48_000, 1));
  }
  const recipe: Recipe = {
    ...{ number: 0, seed: 0, kind: "broken", container: "mkv", layout: "back", byFfmpeg: false, moves: [] },
    video: {
      codec: "h264",
      width: 192,
      height: 112,
      frames: 150,
      rate: framesPerSecond,
      group: 25,
      bFrames: 3,
      pyramid: true,
      isOpen: false,
    },
    audio: { codec: "aac", sampleRate: 48_000, channels: 1, seconds: lengths.long },
  };
  const [pictures, sound] = [
    await encodePictures(recipe, path.join(folder, "pictures.mp4")),
    await encodeSound(recipe, path.join(folder, "sound.mov")),
  ];
  const made = new Map<string, Promise<string>>();
  const whole = (container: Container, length: Length) => {
    const file = path.join(folder, `whole-${length}.${container}`);
    const tracks = ["mkv", "wav"].flatMap((ending) => ["-i", path.join(folder, `${length}.${ending}`)]);
    const how = [...making[container].split(" "), "-pix_fmt", "yuv420p", file];
    const promise = made.get(file) ?? runProgram("ffmpeg", [...begin, ...tracks, ...how]).then(() => file);
    made.set(file, promise);
    return promise;
  };
  return { folder, whole, recipe, coded: { pictures, sound } };
}

type Variant = Omit<Broken, "number" | "kind" | "make"> & {
  /** Of the whole file; for several, one after the other. */
  from?: readonly Length[];
  /** For ffmpeg, which copies. */
  copy?: readonly string[];
  /** Where the clocks of video and audio go back, and by how much. */
  reset?: { at: number; v: number; a: number };
  change?: (bytes: Buffer) => Buffer;
};

const between = (random: Random, least: number, most: number) =>
  Math.round((least + (random.below(10_001) / 10_000) * (most - least)) * 1000) / 1000;

/** From a key frame on, and from the packet of audio that is heard with it, times are so much later. */
function move(container: Clocked, tracks: readonly ("v" | "a")[], at: number, seconds: number): string[] {
  const { unit, packet } = clocks[container];
  return tracks.flatMap((track) => {
    const first = track === "v" ? at * framesPerSecond : Math.ceil(at / packet);
    const by = `+gte(N\\,${first})*${Math.round(seconds * unit)}`;
    return [`-bsf:${track}`, `setts=pts=PTS${by}:dts=DTS${by}`];
  });
}

const kinds: Record<string, (random: Random) => Variant> = {
  "one after the other": (random) => {
    const container = random.pick(containers);
    const from = Array.from({ length: 2 + random.below(3) }, () => random.pick<Length>(["long", "short"]));
    // ffmpeg loses its place in them
    const isChain = ["ogv", "opus", "ogg"].includes(container);
    const seconds = from.reduce((sum, length) => sum + lengths[length], 0);
    return { container, from, told: from.join("+"), ...(isChain && { seconds }), gapSeconds: 0, mayBeRefused: false };
  },
  gap: (random) => {
    const container = random.pick<Clocked>(["mkv", "webm", "ts", "flv", "mka"]);
    const isLong = random.chance(0.3);
    const seconds = isLong ? between(random, 15, container === "mka" ? 600 : 60) : between(random, 0.2, 8);
    const at = 1 + random.below(4);
    const tracks = container === "mka" ? (["a"] as const) : (["v", "a"] as const);
    const isPaused = isLong && ["ts", "flv"].includes(container);
    const told = `${seconds} s at ${at} s`;
    return {
      container,
      copy: move(container, tracks, at, seconds),
      told,
      gapSeconds: isPaused ? 0 : seconds,
      mayBeRefused: false,
    };
  },
  reset: (random) => {
    const container = random.pick<Written>(["mkv", "ts", "flv"]);
    const at = 1 + random.below(4);
    const back = random.pick([at - 0.2, at / 2, 0.5]);
    const reset = { at, v: back, a: back };
    return {
      container,
      reset,
      told: `by ${back} s at ${at} s`,
      seconds: lengths.long,
      gapSeconds: 0,
      mayBeRefused: false,
    };
  },
  "reset of one": (random) => {
    const container = random.pick<Written>(["mkv", "ts", "flv"]);
    const track = random.pick(["v", "a"] as const);
    const [at, back] = [2 + random.below(3), between(random, 0.3, 2)];
    const reset = { at, v: 0, a: 0, [track]: back };
    const told = `${track} by ${back} s at ${at} s`;
    return { container, reset, told, seconds: lengths.long, gapSeconds: 0, mayBeRefused: true };
  },
  "before zero": (random) => {
    const container = random.pick<Container>(["mkv", "webm", "ts", "flv", "mp4", "mov", "mka"]);
    const seconds = between(random, 0.02, 4.5);
    const copy = ["-output_ts_offset", String(-seconds), "-avoid_negative_ts", "disabled"];
    return { container, copy, told: `by ${seconds} s`, gapSeconds: 0, mayBeRefused: true };
  },
  lost: (random) => {
    const container = random.pick<Clocked>(["mkv", "webm", "ts", "flv"]);
    const track = random.pick(["v", "a"] as const);
    const [at, seconds] = [1 + random.below(3), track === "v" ? 1 : between(random, 0.05, 2)];
    const perSecond = track === "v" ? framesPerSecond : 1 / clocks[container].packet;
    const [first, last] = [Math.ceil(at * perSecond), Math.ceil((at + seconds) * perSecond) - 1];
    const copy = [`-bsf:${track}`, `noise=drop=between(n\\,${first}\\,${last})`];
    return { container, copy, told: `${track} ${seconds} s at ${at} s`, gapSeconds: 0, mayBeRefused: false };
  },
  cut: (random) => {
    const [container, part] = [random.pick(containers), between(random, 0.3, 0.98)];
    const change = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * part));
    return { container, change, told: `to ${part}`, gapSeconds: 0, mayBeRefused: true };
  },
  "says less": (random) => {
    const said = random.pick([0, 1000, 96_000, 0xffffffff]);
    const change = (bytes: Buffer) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt32LE(said, changed.indexOf("data") + 4);
      return changed;
    };
    return {
      container: "wav",
      change,
      told: `${said} bytes`,
      seconds: lengths.long,
      gapSeconds: 0,
      mayBeRefused: false,
    };
  },
};

/** All kinds equally often, except for the one that has few ways. */
export function listBroken(seed: number, count: number): Broken[] {
  const names = Object.keys(kinds);
  return Array.from({ length: count }, (_, number) => {
    const random = createRandom(seed * 100_003 + number * 7919);
    const kind = names[number % names.length] ?? "";
    const {
      from = ["long"],
      copy,
      reset,
      change = (bytes) => bytes,
      ...variant
    } = (kinds[kind] as (random: Random) => Variant)(random);
    const make = async (wholes: Wholes) => {
      const { folder } = wholes;
      const file = path.join(folder, `broken-${number}.${variant.container}`);
      const parts = reset ? [] : await Promise.all(from.map((length) => wholes.whole(variant.container, length)));
      if (reset) await writeFile(file, writeReset(wholes, variant.container as Written, reset));
      else if (copy) await runProgram("ffmpeg", [...begin, "-i", parts[0] ?? "", "-c", "copy", ...copy, file]);
      else await writeFile(file, change(Buffer.concat(await Promise.all(parts.map((part) => readFile(part))))));
      return file;
    };
    return { number, kind, make, ...variant };
  });
}

/** From there on all times of a track are so much earlier. */
function writeReset(
  { recipe, coded }: Wholes,
  container: Written,
  { at, v, a }: NonNullable<Variant["reset"]>,
): Buffer {
  const written: Recipe = { ...recipe, container };
  const arranged = arrange(written, coded);
  const { pictures = [], sound = [] } = arranged.parts[0] ?? {};
  // as it was moved to begin after zero
  const from = (pictures.find(({ content }) => content === at * framesPerSecond) ?? pictures[0])?.at ?? 0;
  const first = pictures.findIndex((unit) => unit.at === from);
  const isBefore = (unit: Unit) => unit.at + unit.seconds / 2 < from;
  const move = (by: number) => (unit: Unit) => ({ ...unit, at: unit.at - by, decodeAt: unit.decodeAt - by });
  const before = { pictures: pictures.slice(0, first), sound: sound.filter(isBefore) };
  const after = {
    pictures: pictures.slice(first).map(move(v)),
    sound: sound.filter((unit) => !isBefore(unit)).map(move(a)),
  };
  return writers[container](written, { ...arranged, parts: [before, after] }, coded);
}
