// A part of a fragmented video file: the samples from a key frame on, as a track of its own. Nothing is copied; whoever sends it
// sends one slice of the stored file. Pure.
import type { VideoIndex } from "./read-video-index.ts";

interface VideoCut {
  /** Its chunks count from the beginning of the slice. */
  index: VideoIndex;
  /** A slice of the stored file; `to` is the byte after the last. */
  from: number;
  to: number;
}

/** Our files begin at one second, so that a track can begin earlier than the others. */
export const originSeconds = 1;
/** What is shown before the wanted part is never longer. Copied video may have key frames that are further apart. */
const mostBeforeSeconds = 2;

/** In seconds of the recording. Undefined when no part of it can be shown alone. */
export function cutVideo(whole: VideoIndex, seconds: { from: number; to: number }): VideoCut | undefined {
  const shownAt = listTimes(whole);
  const isKey = new Set(whole.keys.map((number) => number - 1));
  const keys = [...isKey].filter((sample) => (shownAt[sample] ?? 0) < seconds.to);
  const before = keys.findLast((sample) => (shownAt[sample] ?? 0) <= seconds.from);
  const isNear = before !== undefined && seconds.from - (shownAt[before] ?? 0) <= mostBeforeSeconds;
  const first = isNear ? before : keys.find((sample) => (shownAt[sample] ?? 0) > seconds.from);
  if (first === undefined) return undefined;
  // samples are in the order of decoding: those after the last that is shown are needed by none before it
  const last = shownAt.findLastIndex((at) => at < seconds.to) + 1;
  const chunks = cutChunks(whole, first, last);
  const [from, to] = [chunks[0]?.at ?? 0, endOf(chunks, whole.sizes.slice(first, last))];
  const pick = (values: number[]) => values.slice(first, last);
  return {
    index: {
      ...{ timescale: whole.timescale, stsd: whole.stsd, tail: whole.tail },
      start: whole.start + sum(whole.durations.slice(0, first)),
      ...{ sizes: pick(whole.sizes), durations: pick(whole.durations), delays: pick(whole.delays) },
      keys: whole.keys.filter((number) => number > first && number <= last).map((number) => number - first),
      chunks: chunks.map(({ at, count }) => ({ at: at - from, count })),
    },
    ...{ from, to },
  };
}

/** When its first picture is shown, in seconds of the recording. */
export function shownFrom({ start, delays, timescale }: VideoIndex): number {
  return (start + (delays[0] ?? 0)) / timescale - originSeconds;
}

function listTimes({ start, durations, delays, timescale }: VideoIndex): number[] {
  let at = start;
  return durations.map((duration, sample) => {
    const shown = (at + (delays[sample] ?? 0)) / timescale - originSeconds;
    at += duration;
    return shown;
  });
}

/** Those with samples from `first` up to, and without, `last`. */
function cutChunks({ chunks, sizes }: VideoIndex, first: number, last: number): VideoIndex["chunks"] {
  let next = 0;
  return chunks.flatMap(({ at, count }) => {
    const [begin, end] = [next, next + count];
    next = end;
    const [from, to] = [Math.max(begin, first), Math.min(end, last)];
    return to > from ? [{ at: at + sum(sizes.slice(begin, from)), count: to - from }] : [];
  });
}

/** The byte after the last sample. */
function endOf(chunks: VideoIndex["chunks"], sizes: number[]): number {
  const last = chunks.at(-1);
  return last ? last.at + sum(sizes.slice(sizes.length - last.count)) : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
