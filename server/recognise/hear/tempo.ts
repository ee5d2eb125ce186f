// The tempo, every eight seconds: where the spectrum rises (its flux) again and again at the same distance (autocorrelation,
// after Ellis 2007).
import { fade, openFourier } from "./fourier.ts";

/** Harmony and beat are heard below 2,000 Hz. */
export const sampleRate = 8000;
export const secondsPerTempo = 8;

export interface Tempo {
  /** Beats a minute. Half and double are easily taken for each other. */
  bpm: number;
  /** From 0 to 1. */
  sure: number;
}

const size = 256;
const hop = 128;
const perSecond = sampleRate / hop;
const windowFrames = Math.round(12 * perSecond);
const bands = size / 2;
/** People tap most often at this tempo, and seldom at half or twice of it. */
const usual = { bpm: 110, octaves: 0.9 };
const slowest = 45;
const fastest = 220;

export function openBeat(): { add(sample: number): void; end(): Tempo[] } {
  const fourier = openFourier(size);
  const window = fade(size);
  const heard = new Float64Array(size);
  let filled = 0;
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  const before = new Float64Array(bands);
  let flux: number[] = [];
  const tempos: Tempo[] = [];
  const push = () => {
    for (let n = 0; n < size; n += 1) real[n] = (heard[n] as number) * (window[n] as number);
    imaginary.fill(0);
    fourier.transform(real, imaginary);
    let rise = 0;
    for (let bin = 1; bin < bands; bin += 1) {
      const level = 0.5 * Math.log(1e-6 + (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2);
      rise += Math.max(0, level - (before[bin] as number));
      before[bin] = level;
    }
    flux.push(rise);
    if (flux.length === windowFrames) {
      tempos.push(findTempo(flux));
      flux = flux.slice(Math.round(secondsPerTempo * perSecond));
    }
    heard.copyWithin(0, hop);
    filled -= hop;
  };
  return {
    add(sample) {
      heard[filled] = sample;
      filled += 1;
      if (filled === size) push();
    },
    end: () => (flux.length > windowFrames / 3 ? [...tempos, findTempo(flux)] : tempos),
  };
}

function findTempo(flux: readonly number[]): Tempo {
  const mean = flux.reduce((sum, value) => sum + value, 0) / flux.length;
  // a beat seldom falls on a whole number of steps: each is spread over its neighbours
  const at = (n: number) => (flux[n] ?? mean) - mean;
  const curve = flux.map((_, n) => (at(n - 2) + 2 * at(n - 1) + 3 * at(n) + 2 * at(n + 1) + at(n + 2)) / 9);
  const match = (lag: number) => {
    let sum = 0;
    for (let n = lag; n < curve.length; n += 1) sum += (curve[n] as number) * (curve[n - lag] as number);
    return sum / (curve.length - lag);
  };
  const whole = match(0);
  if (whole < 1e-6) return { bpm: usual.bpm, sure: 0 };
  const [from, to] = [Math.floor((60 * perSecond) / fastest), Math.ceil((60 * perSecond) / slowest)];
  const matches = Array.from({ length: to + 2 }, (_, lag) => (lag < from - 1 ? 0 : match(lag) / whole));
  let [best, bestWorth] = [from, -Infinity];
  for (let lag = from; lag <= to; lag += 1) {
    const bpm = (60 * perSecond) / lag;
    const worth = (matches[lag] as number) * Math.exp(-0.5 * (Math.log2(bpm / usual.bpm) / usual.octaves) ** 2);
    if (worth > bestWorth) [best, bestWorth] = [lag, worth];
  }
  const [a, b, c] = [matches[best - 1] as number, matches[best] as number, matches[best + 1] as number];
  const bend = a - 2 * b + c;
  const exact = bend < 0 ? best + (0.5 * (a - c)) / bend : best;
  return { bpm: (60 * perSecond) / exact, sure: Math.max(0, Math.min(1, b)) };
}
