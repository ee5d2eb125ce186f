// What recordings are compared by: four times a second, how strong each of the 12 pitch classes is (a chroma, after Fujishima
// 1999), how loud it is and how much of it is tones rather than noise; every eight seconds the tempo.
import { fade, openFourier } from "./fourier.ts";
import { openBeat, sampleRate, type Tempo } from "./tempo.ts";

export const framesPerSecond = 4;
export const classes = 12;
const highest = { chroma: 7, loudness: 15, tonality: 15 };

export interface Harmony {
  /** Twelve for each frame, from C, each from 0 to 7: the strongest is 7. */
  chroma: Uint8Array;
  /** One for each frame: 0 is silence, each step is 4 dB. */
  loudness: Uint8Array;
  /** One for each frame: 0 is noise such as applause, 15 only tones. */
  tonality: Uint8Array;
  tempos: Tempo[];
}

interface HarmonyReader {
  /** Mono, 8,000 a second. */
  add(samples: Int16Array): void;
  end(): Harmony;
}

const size = 4096;
const hop = sampleRate / framesPerSecond;
/** Thirds of a semitone: an orchestra that is tuned lower is heard as it is meant. */
const finer = 3;
const fine = classes * finer;
const lowestBin = Math.ceil((75 * size) / sampleRate);
const highestBin = Math.floor((2000 * size) / sampleRate);
const quietestDb = -60;
const dbEach = 4;

export function openHarmonyReader(): HarmonyReader {
  const fourier = openFourier(size);
  const window = fade(size);
  const beat = openBeat();
  // half of a window before the first sample, so that a frame is about the moment where it is
  const heard = new Float64Array(size);
  let filled = size / 2;
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  const power = new Float64Array(size / 2);
  const rows: Float32Array[] = [];
  const [loudness, tonality]: [number[], number[]] = [[], []];
  const tuning = { x: 0, y: 0 };

  const push = () => {
    let energy = 0;
    for (let n = 0; n < size; n += 1) {
      const sample = heard[n] as number;
      energy += sample * sample;
      real[n] = sample * (window[n] as number);
    }
    imaginary.fill(0);
    fourier.transform(real, imaginary);
    for (let bin = 0; bin < power.length; bin += 1)
      power[bin] = (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    const db = 10 * Math.log10(energy / size + 1e-12);
    loudness.push(clamp((db - quietestDb) / dbEach));
    const { row, tonal } = findTones(power, tuning);
    rows.push(row);
    tonality.push(clamp(tonal * highest.tonality));
    heard.copyWithin(0, hop);
    filled -= hop;
  };
  return {
    add(samples) {
      for (const value of samples) {
        const sample = value / 32_768;
        heard[filled] = sample;
        filled += 1;
        beat.add(sample);
        if (filled === size) push();
      }
    },
    end() {
      const offset = Math.atan2(tuning.y, tuning.x) / (2 * Math.PI);
      const chroma = new Uint8Array(rows.length * classes);
      for (const [at, row] of rows.entries()) chroma.set(foldRow(row, offset), at * classes);
      return { chroma, loudness: Uint8Array.from(loudness), tonality: Uint8Array.from(tonality), tempos: beat.end() };
    },
  };
}

/** The peaks of a spectrum, each in its place of the octave. */
function findTones(power: Float64Array, tuning: { x: number; y: number }): { row: Float32Array; tonal: number } {
  const row = new Float32Array(fine);
  let [all, inPeaks] = [1e-9, 0];
  for (let bin = lowestBin; bin < highestBin; bin += 1) {
    const here = power[bin] as number;
    all += here;
    const [left, right] = [power[bin - 1] as number, power[bin + 1] as number];
    if (here <= left || here < right) continue;
    // stands out from what is six bins away on both sides: a tone; noise has no such steep peaks
    const around = ((power[bin - 6] as number) + (power[bin + 6] as number)) / 2;
    if (here < around * 8 || here < 1e-7) continue;
    const [a, b, c] = [Math.log(left + 1e-12), Math.log(here), Math.log(right + 1e-12)];
    const exact = bin + (0.5 * (a - c)) / (a - 2 * b + c);
    const pitch = 12 * Math.log2((exact * sampleRate) / size / 440) + 69;
    const strength = here ** 0.25;
    const turn = 2 * Math.PI * pitch;
    tuning.x += strength * Math.cos(turn);
    tuning.y += strength * Math.sin(turn);
    const place = (((pitch * finer) % fine) + fine) % fine;
    const whole = Math.floor(place);
    row[whole] = (row[whole] as number) + strength * (1 - place + whole);
    row[(whole + 1) % fine] = (row[(whole + 1) % fine] as number) + strength * (place - whole);
    inPeaks += left + here + right;
  }
  return { row, tonal: inPeaks / all };
}

/** Thirds of semitones to semitones, as the recording is tuned; `offset` in semitones. */
function foldRow(row: Float32Array, offset: number): Uint8Array {
  const folded = Float32Array.from({ length: classes }, (_, note) => {
    let sum = 0;
    for (let n = 0; n < fine; n += 1) {
      const apart = Math.abs(((n / finer - note - offset + 1.5 * classes) % classes) - classes / 2);
      if (apart < 0.67) sum += (row[n] as number) * (1 - apart / 0.67);
    }
    return sum;
  });
  const most = Math.max(...folded);
  return Uint8Array.from(folded, (value) => (most > 0 ? Math.round((value / most) * highest.chroma) : 0));
}

function clamp(value: number): number {
  return Math.max(0, Math.min(highest.loudness, Math.round(value)));
}
