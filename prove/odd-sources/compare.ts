// Compares what is shown and heard with what is expected, moment by moment.
import type { Random } from "#server/testing/random.ts";
import { soundAt } from "./clock.ts";
import { perSecond, type SeenPicture, type SeenSound } from "./decode.ts";
import type { Truth } from "./model.ts";

const leastFrame = 0.02;

/** By how many seconds a frame is shown too early or too late: 0 when it is right, Infinity when it must never be shown. */
export function pictureError({ pictures }: Truth, at: number, frame: number | null): number {
  const ways = pictures.flatMap((one, index) => {
    if (one.frame !== frame) return [];
    const before = pictures[index - 1];
    const from = before?.isCut ? before.at : one.at;
    return [at < from ? from - at : Math.max(0, at - one.until)];
  });
  return Math.min(Infinity, ...ways);
}

export function toleranceAt({ pictures, slack }: Truth, at: number): number {
  const index = pictures.findLastIndex((one) => one.at <= at);
  return Math.max(leastFrame, pictures[index]?.interval ?? 0, pictures[index - 1]?.interval ?? 0) + slack;
}

/** The expected frame at that time, in words. */
export function tellPicture({ pictures }: Truth, at: number): string {
  return String(pictures.findLast((one) => one.at <= at)?.frame ?? "none");
}

/** Random times, and the middle and end of every gap, where faults are likely. */
export function chooseTimes({ seconds, pictures }: Truth, random: Random, count: number): number[] {
  const holes = pictures.filter(({ at, until, interval }) => until - at > interval * 2 + 0.1);
  const around = holes.flatMap(({ at, until }) => [(at + until) / 2, until + 0.15]).filter((at) => at < seconds - 0.05);
  return [...Array.from({ length: count }, () => (random.below(10_000) / 10_000) * (seconds - 0.05)), ...around];
}

export function comparePictures(truth: Truth, seen: readonly SeenPicture[], times: readonly number[]): string[] {
  const zero = seen[0]?.at ?? 0;
  return times.flatMap((at) => {
    const frame = (seen.findLast((one) => one.at - zero <= at + 1e-6) ?? seen[0])?.frame ?? null;
    const error = pictureError(truth, at, frame);
    if (error <= toleranceAt(truth, at)) return [];
    const away = error === Infinity ? "" : ` (${Math.round(error * 1000)} ms away)`;
    return [`at ${at.toFixed(2)} s picture ${frame} instead of ${tellPicture(truth, at)}${away}`];
  });
}

/** How late a frame near this time is; undefined if none can be compared. */
export function pictureLag({ pictures }: Truth, seen: readonly SeenPicture[], near: number): number | undefined {
  const zero = seen[0]?.at ?? 0;
  const compared = pictures
    .slice(1)
    .flatMap(({ at, frame }) => {
      const same = seen.slice(1).filter((one) => one.frame === frame);
      const lags = same.map((one) => one.at - zero - at).toSorted((a, b) => Math.abs(a) - Math.abs(b));
      return lags[0] === undefined ? [] : [{ away: Math.abs(at - near), lag: lags[0] }];
    })
    .toSorted((a, b) => a.away - b.away);
  return compared[0] && compared[0].away < 1 ? compared[0].lag : undefined;
}

const windowSeconds = 0.1;
const edgeSeconds = 0.08;

/** Times at which the audio lasts long enough to tell its time. */
export function chooseSoundTimes({ sound }: Truth, random: Random, count: number): number[] {
  const long = sound.filter(({ at, until }) => until - at > windowSeconds + edgeSeconds * 2);
  const all = [...long, ...Array.from({ length: long.length === 0 ? 0 : count }, () => random.pick(long))];
  return all.map(({ at, until }) => {
    const room = until - at - windowSeconds - edgeSeconds * 2;
    return at + edgeSeconds + (random.below(1000) / 1000) * room;
  });
}

/** How late the audio is at a time, searched within a second; undefined if it does not match. */
export function soundLag({ sound }: Truth, seen: SeenSound, at: number, zero: number): number | undefined {
  const stretch = sound.find((one) => one.at <= at && at < one.until);
  if (!stretch) return undefined;
  const content = stretch.content + at - stretch.at;
  const piece = Float32Array.from({ length: windowSeconds * perSecond }, (_, n) => soundAt(content + n / perSecond));
  const begin = Math.round((at + zero - seen.from) * perSecond);
  // usually it is in its place, and a long search is slow
  for (const reach of [0.05, 1]) {
    let [best, lag] = [0, 0];
    for (let shift = -reach * perSecond; shift <= reach * perSecond; shift += 1) {
      const match = correlate(piece, seen.samples, begin + shift);
      if (match > best) [best, lag] = [match, shift];
    }
    if (best > 0.6) return lag / perSecond;
  }
  return undefined;
}

function correlate(piece: Float32Array, line: Float32Array, begin: number): number {
  if (begin < 0 || begin + piece.length > line.length) return 0;
  let [both, one, other] = [0, 0, 0];
  for (let n = 0; n < piece.length; n += 1) {
    const [a, b] = [piece[n] ?? 0, line[begin + n] ?? 0];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return both / Math.sqrt(one * other) || 0;
}

/** Gaps in the audio must be silent: compares the loudness in the middle of every gap with the rest. */
export function compareSilence({ sound, seconds }: Truth, seen: SeenSound, zero: number): string[] {
  const ends = [0, ...sound.map(({ until }) => until)];
  const starts = [...sound.map(({ at }) => at), seconds];
  const loudness = (from: number, to: number) => {
    const [first, last] = [from, to].map((at) => Math.max(0, Math.round((at + zero - seen.from) * perSecond))) as [
      number,
      number,
    ];
    const samples = seen.samples.slice(first, last).map((value) => (Number.isNaN(value) ? 0 : value));
    return samples.length === 0
      ? 0
      : Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  };
  const whole = Math.max(...sound.map(({ at, until }) => loudness(at, until)));
  return ends.flatMap((from, index) => {
    const to = starts[index] ?? seconds;
    if (to - from < 0.4) return [];
    const loud = loudness(from + 0.15, to - 0.15) / whole;
    return loud > 0.05 ? [`sound where there should be silence, ${from.toFixed(2)} to ${to.toFixed(2)} s`] : [];
  });
}
