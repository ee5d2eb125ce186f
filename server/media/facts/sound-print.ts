// How a recording sounds at its beginning and its end: how loud it is and how often the sign changes, five times a second,
// against the seconds around. Another codec, another loudness and a cut of a few seconds leave that as it is. Pure.
import type { Heard } from "./peaks.ts";

const perSecond = 5;
const windowSeconds = 60;
const aroundSeconds = 2;
/** What is quieter than the loudest moment by so much is silence, where an encoder's noise would decide. */
const silenceDb = 40;
/** Of log2 of the loudness, and of the sign changes. */
const scale = { level: 24, crossing: 48 };

/** Two windows, one after the other, each with its levels and its crossings, as base64. */
export function makeSoundPrint({ audible, perSecond: each }: Pick<Heard, "audible" | "perSecond">): string {
  const { levels, crossings } = audible;
  const many = each / perSecond;
  const count = Math.floor(levels.length / many);
  const mean = (values: Float32Array, at: number) => {
    // wider than a step, so that it matters little where a step begins
    const part = values.subarray(Math.max(0, Math.floor((at - 0.5) * many)), Math.ceil((at + 1.5) * many));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  const loud = Float32Array.from({ length: count }, (_, at) => mean(levels, at));
  const floor =
    Math.max(
      1e-5,
      loud.reduce((most, level) => Math.max(most, level), 0),
    ) *
    10 ** (-silenceDb / 20);
  const level = Float32Array.from(loud, (value) => Math.log2(Math.max(value, floor)));
  const crossing = Float32Array.from(loud, (value, at) =>
    value <= floor ? Number.NaN : Math.log2(mean(crossings, at) + 50),
  );
  const size = Math.min(count, windowSeconds * perSecond);
  const parts = [compareAround(level, scale.level), compareAround(crossing, scale.crossing)];
  const windows = [0, count - size].flatMap((from) => parts.map((part) => part.subarray(from, from + size)));
  return Buffer.concat(windows.map((part) => Buffer.from(part.buffer, part.byteOffset, part.length))).toString(
    "base64",
  );
}

/** How much each value is above those around it; what is not known is as they are. */
function compareAround(values: Float32Array, times: number): Int8Array {
  const reach = aroundSeconds * perSecond;
  return Int8Array.from(values, (value, at) => {
    const near = values.subarray(Math.max(0, at - reach), at + reach + 1).filter((one) => !Number.isNaN(one));
    const usual = near.reduce((sum, one) => sum + one, 0) / near.length;
    return Number.isNaN(value) ? 0 : Math.max(-127, Math.min(127, Math.round((value - usual) * times)));
  });
}

interface Print {
  head: Window;
  tail: Window;
}
interface Window {
  level: Int8Array;
  crossing: Int8Array;
  /** How much all values before each one amount to, squared: known for every part of the window by two of them. */
  squares: Float64Array;
}

export function readSoundPrint(text: string): Print {
  const bytes = Buffer.from(text, "base64");
  const size = Math.floor(bytes.length / 4);
  const part = (n: number) => new Int8Array(bytes.buffer, bytes.byteOffset + n * size, size);
  return { head: readWindow(part(0), part(1)), tail: readWindow(part(2), part(3)) };
}

function readWindow(level: Int8Array, crossing: Int8Array): Window {
  const squares = new Float64Array(level.length + 1);
  for (const [at, value] of level.entries())
    squares[at + 1] = (squares[at] ?? 0) + value ** 2 + (crossing[at] ?? 0) ** 2;
  return { level, crossing, squares };
}

/** What is less alike is another sound. */
export const leastAlike = 0.65;

const mostShiftSeconds = 10;
const leastOverlapSeconds = 8;

/** From 0 to 1: how alike both ends are, wherever they fit best. 0 when there is too little to compare. */
export function compareSound(one: Print, other: Print): number {
  const heads = compareWindows(one.head, other.head);
  // most are not alike, and then the rest does not matter
  return heads < leastAlike ? heads : Math.min(heads, compareWindows(one.tail, other.tail));
}

function compareWindows(a: Window, b: Window): number {
  let best = 0;
  const most = mostShiftSeconds * perSecond;
  for (let shift = -most; shift <= most; shift += 1) best = Math.max(best, compareAt(a, b, shift));
  return best;
}

/** Steady sound has nothing to compare: so much has to differ from what is around, on average. */
const leastMovement = 16;

function compareAt(a: Window, b: Window, shift: number): number {
  const from = Math.max(0, -shift);
  const to = Math.min(a.level.length, b.level.length - shift);
  if (to - from < leastOverlapSeconds * perSecond) return 0;
  const ofA = (a.squares[to] as number) - (a.squares[from] as number);
  const ofB = (b.squares[to + shift] as number) - (b.squares[from + shift] as number);
  const least = (to - from) * leastMovement;
  if (ofA < least || ofB < least) return 0;
  let both = 0;
  for (let at = from; at < to; at += 1) {
    both += (a.level[at] as number) * (b.level[at + shift] as number);
    both += (a.crossing[at] as number) * (b.crossing[at + shift] as number);
  }
  return both / Math.sqrt(ofA * ofB);
}
