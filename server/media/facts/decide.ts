// Decides what to make from a recording, from its facts alone. Pure.
import { isHdr } from "#server/media/ffmpeg/colors.ts";
import type { CopyPlan } from "#server/media/ffmpeg/copy-arguments.ts";
import type { Encoding } from "#server/media/ffmpeg/encode-arguments.ts";
import type { Facts, Timeline, VideoFacts } from "./facts.ts";
import { tailSlackSeconds } from "#server/media/fragments/judge.ts";
import type { Rung } from "#server/media/store/kinds.ts";

interface Plan {
  /** Its own pictures as they are, if every browser plays them; otherwise they are encoded. */
  pictures: "copy" | "encode" | null;
  sound: "copy" | "encode" | null;
}

const plainProfiles = ["yuv420p", "yuvj420p"];

export function decide({ video, audio, timeline }: Pick<Facts, "video" | "audio" | "timeline">): Plan {
  const isWhole = !timeline?.hasHoles && !timeline?.hasHiddenPictures;
  const isH264 = video?.codec === "h264" && plainProfiles.includes(video.pixelFormat);
  const isPlain = isH264 && isWhole && !video.isInterlaced && !isHdr(video);
  const isPlainSound = audio?.codec === "aac" && audio.profile === "LC" && audio.channels <= 2;
  return {
    pictures: video && (isPlain ? "copy" : "encode"),
    sound: audio && (isPlainSound ? "copy" : "encode"),
  };
}

/** What of it may be copied, or its sound encoded on the way. */
export function planCopy(facts: Facts): CopyPlan {
  const { pictures, sound } = decide(facts);
  const { index: videoIndex, delaySeconds: videoDelaySeconds } = facts.video ?? {};
  return {
    video: pictures === "copy",
    videoIndex,
    videoDelaySeconds,
    audio: sound && facts.audio && { how: sound, facts: facts.audio },
  };
}

/** Encoded one picture after the other, it would not be shown from the first moment to the last. */
export function needsFilling({ hasHoles, lateSeconds, tailSeconds }: Timeline): boolean {
  return hasHoles || Math.max(lateSeconds, tailSeconds) > tailSlackSeconds;
}

/** How far apart key frames may be before seeking becomes a wait: then the pictures are encoded after all. */
export const longestGroupSeconds = 10;

/** The one that makes a recording watchable soonest. */
export function firstEncoding(video: VideoFacts): Encoding {
  return shortSide(video) < 480 ? fit(video, "source", shortSide(video)) : fit(video, "480", 480);
}

/** All that follow, the largest first, none larger than the recording. */
export function furtherEncodings(video: VideoFacts, has: readonly Rung[]): Encoding[] {
  const short = shortSide(video);
  const hasOwnSize = has.includes("source");
  const wanted = ladder.filter(
    ({ rung, height }) => !has.includes(rung) && (hasOwnSize ? height < short : height <= short),
  );
  const smaller = wanted.map(({ rung, height }) => fit(video, rung, height));
  return !hasOwnSize && isBetweenRungs(short) ? [fit(video, "source", short), ...smaller] : smaller;
}

/** Then its own size is made, too: 576 lines would lose much as 480. Above 1080 nothing is encoded. */
function isBetweenRungs(short: number): boolean {
  const below = ladder.find(({ height }) => height <= short);
  return below !== undefined && below.rung !== "1080" && short - below.height >= leastMoreLines;
}
const leastMoreLines = 16;

const ladder = [
  { rung: "1080", height: 1080 },
  { rung: "720", height: 720 },
  { rung: "480", height: 480 },
] as const satisfies { rung: Rung; height: number }[];

function shortSide({ width, height }: VideoFacts): number {
  return Math.min(width, height);
}

/** Of that many lines along its shorter side, with even numbers. */
function fit(video: VideoFacts, rung: Rung, lines: number): Encoding {
  const scale = Math.min(1, lines / shortSide(video));
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2);
  return { rung, width: even(video.width), height: even(video.height) };
}
