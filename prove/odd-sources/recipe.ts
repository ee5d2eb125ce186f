// Random recipes for recordings: a seed and a number determine everything. A third are regular recordings, as a control.
import { createRandom, type Random } from "#server/testing/random.ts";
import { timesOf } from "./encode.ts";
import type { AudioCodec, Container, Edit, Layout, Move, Recipe, TrackName, VideoCodec } from "./model.ts";
import { clockSeconds } from "./write-ts.ts";

const codecs: Record<Container, { video: VideoCodec[]; audio: AudioCodec[] }> = {
  mp4: { video: ["h264", "h264", "h264", "h264", "hevc", "vp9", "mpeg4"], audio: ["aac", "aac", "aac", "mp3", "opus"] },
  mov: { video: ["h264", "h264", "h264", "hevc"], audio: ["aac", "aac", "pcm"] },
  mkv: {
    video: ["h264", "h264", "h264", "h264", "hevc", "vp9", "mpeg4"],
    audio: ["aac", "aac", "opus", "mp3", "vorbis", "pcm"],
  },
  webm: { video: ["vp9"], audio: ["opus", "vorbis"] },
  ts: { video: ["h264", "h264", "h264", "hevc"], audio: ["aac", "aac", "mp3"] },
  flv: { video: ["h264"], audio: ["aac", "aac", "mp3"] },
};
const any: Container[] = ["mp4", "mp4", "mp4", "mov", "mkv", "mkv", "ts", "ts", "flv", "webm"];
const boxed: Container[] = ["mp4", "mp4", "mov"];
const streamed: Container[] = ["ts", "flv", "mkv"];
const sizes = [[192, 108], [160, 120], [256, 144], [320, 180]] as const; // prettier-ignore
const rates = [10, 12.5, 15, 24, 25, 29.97, 30, 50, 60];

/** The kinds of irregularity, and the containers that can have them. */
const kinds: Record<string, Container[]> = {
  "start time": any,
  "late pictures": any,
  "late sound": any,
  "ends apart": any,
  "hole in pictures": any,
  "hole in sound": any,
  "hole in both": any,
  "long hole": any,
  reset: streamed,
  jump: ["ts", "flv"],
  "no first key frame": streamed,
  trimmed: boxed,
  edits: boxed,
  "no edit list": boxed,
  "variable rate": any,
  "open groups": ["mp4", "mov", "mkv", "ts"],
  "long groups": ["mp4", "mov", "mkv", "ts", "flv"],
};
export const allKinds = ["control", ...Object.keys(kinds)];

export function makeRecipe(seed: number, number: number): Recipe {
  const random = createRandom(seed * 100_003 + number * 7919);
  // all kinds occur equally often, in another order for every seed
  const order = createRandom(seed).shuffle(Object.keys(kinds));
  const kind =
    number % 3 === 0 ? "control" : (order[(number - 1 - Math.floor(number / 3)) % order.length] ?? "control");
  const container = random.pick(kinds[kind] ?? any);
  const plain = describePlain(random, kind, container);
  const recipe = { number, seed, kind, container, ...plain, moves: [] };
  return odden(random, recipe);
}

const between = (random: Random, least: number, most: number) =>
  least + (random.below(10_001) / 10_000) * (most - least);
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

function describePlain(random: Random, kind: string, container: Container) {
  const isControl = kind === "control";
  const isLarge = random.chance(0.07) && kind !== "long hole";
  const [width, height] = isLarge ? ([960, 540] as const) : random.pick(sizes);
  const isVariable = kind === "variable rate" || (!isControl && !isLarge && random.chance(0.2));
  const codec = kind === "open groups" || kind === "long groups" ? "h264" : random.pick(codecs[container].video);
  // the slow encoder gets fewer frames
  const isSlow = isLarge || codec === "hevc";
  const rate = kind === "long hole" ? 10 : isSlow ? 25 : random.pick(rates);
  const seconds = isLarge ? between(random, 4, 6) : between(random, 4, 12);
  const frames = Math.round(seconds * (isVariable ? 25 : rate));
  const needsGroups = kind === "no first key frame" || kind === "reset" || kind === "jump";
  const most = needsGroups || kind === "open groups" ? Math.floor(frames / 4) : 120;
  const group = kind === "long groups" ? 300 : Math.round(5 * Math.max(1, most / 5) ** between(random, 0, 1));
  const bFrames = codec === "vp9" ? 0 : codec === "mpeg4" ? random.below(3) : random.below(5);
  const isOpen = kind === "open groups" || (codec === "h264" && !needsGroups && random.chance(0.06));
  const sampleRate = random.pick([48_000, 48_000, 44_100]);
  const audioCodec = random.pick(codecs[container].audio);
  const hasSound = !(isControl && random.chance(0.06));
  const layouts: Layout[] = audioCodec === "pcm" ? ["back", "front"] : ["back", "front", "fragments"];
  return {
    layout: boxed.includes(container) ? random.pick(layouts) : ("back" as const),
    byFfmpeg: isControl && random.chance(0.7),
    video: {
      ...{ codec, width, height, frames, group, isOpen },
      rate: isVariable ? { seed: random.below(1_000_000) } : rate,
      bFrames: isOpen ? Math.max(2, bFrames) : bFrames,
      pyramid: random.chance(0.5),
    },
    audio: hasSound
      ? {
          codec: audioCodec,
          sampleRate: audioCodec === "opus" ? 48_000 : sampleRate,
          channels: random.pick([1, 2]),
          seconds: round(seconds + between(random, -0.05, 0.05)),
        }
      : null,
  };
}

/** Adds the irregularity; a track is made longer where it has to wait for the other. */
function odden(random: Random, recipe: Recipe): Recipe {
  const { kind, container, video, audio } = recipe;
  const length = timesOf(video).at(-1) ?? 0;
  const isBoxed = boxed.includes(container);
  const isStream = container === "ts" || container === "flv";
  const moves: Move[] = [];
  const track: TrackName = random.pick(["pictures", "sound"]);
  const at = round(between(random, 1, length - 1));
  let [moreFrames, moreSound] = [0, 0];
  const addHole = (tracks: TrackName[], seconds: number) => {
    const how = random.chance(0.35) && seconds < length / 3 ? "drop" : "shift";
    moves.push({ do: "hole", tracks, at, seconds: round(seconds), how });
    if (how === "drop" || tracks.length === 2) return;
    // the other track goes on meanwhile: otherwise both tracks would jump
    if (tracks[0] === "pictures") moreSound += seconds;
    else moreFrames += Math.ceil(seconds * (typeof video.rate === "number" ? video.rate : 30));
  };
  if (kind === "start time") {
    const starts = [1.4, 36_000, ...(container === "ts" ? [clockSeconds - 2, clockSeconds - 0.5] : [])];
    moves.push({ do: "start", at: random.pick(starts) });
  }
  if (kind === "late pictures" || kind === "late sound")
    moves.push({
      do: "late",
      track: kind === "late sound" ? "sound" : "pictures",
      seconds: round(between(random, 0.06, 3)),
    });
  if (kind === "ends apart")
    moves.push({ do: "end early", track, seconds: round(between(random, 0.3, Math.min(3, length / 2))) });
  if (kind === "hole in pictures") addHole(["pictures"], between(random, 0.2, 8));
  if (kind === "hole in sound") addHole(["sound"], between(random, 0.2, 8));
  if (kind === "hole in both") addHole(["pictures", "sound"], between(random, 0.2, 8));
  if (kind === "long hole")
    addHole(isStream || random.chance(0.6) ? [track] : ["pictures", "sound"], between(random, 15, isBoxed ? 60 : 40));
  if (kind === "reset") moves.push({ do: "part", at, to: round(random.pick([0, 0, 1.4, at / 2])) });
  if (kind === "jump") moves.push({ do: "part", at, to: round(at + 1.5 + random.pick([11, 30, 600, 3600, 18_000])) });
  if (kind === "no first key frame")
    moves.push({ do: "no first key frame", pictures: 1 + random.below(Math.max(1, video.group - 2)) });
  if (kind === "no edit list") moves.push({ do: "no edit list" });
  if (kind === "trimmed") {
    const from = round(between(random, 0.2, Math.min(4, length - 2)));
    const edit: Edit = { from, seconds: round(Math.min(length, audio?.seconds ?? length) - from) };
    moves.push({ do: "edits", pictures: [edit], sound: [edit] });
  }
  if (kind === "edits") {
    const pictures = randomEdits(random, length);
    moves.push({ do: "edits", pictures, sound: random.chance(0.6) ? pictures : randomEdits(random, length) });
  }
  if (kind !== "control" && moves.length === 1 && moves[0]?.do === "hole" && random.chance(0.25))
    moves.push({ do: "late", track, seconds: round(between(random, 0.06, 1.5)) });
  const canStart = kind !== "control" && kind !== "start time" && !moves.some((move) => move.do === "part");
  if (canStart && random.chance(0.15)) moves.push({ do: "start", at: random.pick([1.4, 36_000]) });
  const needsPlain = kind === "trimmed" || kind === "edits" || kind === "no edit list";
  return {
    ...recipe,
    layout: needsPlain && recipe.layout === "fragments" ? "front" : recipe.layout,
    byFfmpeg: recipe.byFfmpeg || (kind === "trimmed" && typeof video.rate === "number" && random.chance(0.4)),
    video: { ...video, frames: Math.min(4000, video.frames + moreFrames) },
    audio: audio && { ...audio, seconds: round(audio.seconds + moreSound) },
    moves,
  };
}

/** Ranges one after the other; what is between them is cut out, and sometimes nothing is shown for a while. */
function randomEdits(random: Random, length: number): Edit[] {
  const count = 1 + random.below(3);
  const edits: Edit[] = random.chance(0.4) ? [{ from: null, seconds: round(between(random, 0.1, 1.5)) }] : [];
  const share = length / count;
  for (let n = 0; n < count; n += 1) {
    const from = between(random, n * share, (n + 0.4) * share);
    const seconds = between(random, share * 0.3, (n + 0.95) * share - from);
    edits.push({ from: round(from), seconds: round(seconds) });
    if (n + 1 < count && random.chance(0.2)) edits.push({ from: null, seconds: round(between(random, 0.2, 1.5)) });
  }
  // one range is shown twice
  if (random.chance(0.1)) edits.push({ from: round(length * 0.1), seconds: round(length * 0.2) });
  return edits;
}

export function tellRecipe({ number, kind, container, layout, byFfmpeg, video, audio, moves }: Recipe): string {
  const { codec, width, height, frames, rate, group, bFrames, pyramid, isOpen } = video;
  const how = `${codec} ${width}x${height} ${frames} pictures at ${typeof rate === "number" ? rate : "varying rates"}, group ${group}, B ${bFrames}${pyramid ? " pyramid" : ""}${isOpen ? " open" : ""}`;
  const sound = audio ? `${audio.codec} ${audio.sampleRate} ${audio.channels}ch ${audio.seconds} s` : "no sound";
  const where = ["mp4", "mov"].includes(container) ? `${container} (${layout})` : container;
  return `${number} ${kind}: ${where}${byFfmpeg ? " by ffmpeg" : ""}, ${how}, ${sound}, ${JSON.stringify(moves)}`;
}
