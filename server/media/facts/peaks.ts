// Samples -> peaks: twenty per second while they arrive, then reduced to as many as the waveform shows. Also how loud it is
// on average and how often the sign changes: noise such as applause does that far more often than music. Both also without
// what is too low to be heard: some microphones record it, and some encoders drop it.

const perSecond = 20;
const lowestHertz = 30;

interface PeakReader {
  /** Signed 16-bit little-endian, mono. */
  add(chunk: Buffer): void;
  /** From 0 to 1, `perSecond` of them; the last may stand for less time. */
  end(): Heard;
}

export interface Heard {
  peaks: Float32Array;
  /** The mean height, from 0 to 1. */
  levels: Float32Array;
  /** How often the sign changes, per second. */
  crossings: Float32Array;
  /** The same of what can be heard. */
  audible: { levels: Float32Array; crossings: Float32Array };
  perSecond: number;
  seconds: number;
}

export function openPeakReader(sampleRate: number): PeakReader {
  const each = sampleRate / perSecond;
  const kept = 1 - (2 * Math.PI * lowestHertz) / sampleRate;
  let [peaks, levels, crossings] = [new Float32Array(1024), new Float32Array(1024), new Float32Array(1024)];
  let [audibleLevels, audibleCrossings] = [new Float32Array(1024), new Float32Array(1024)];
  let count = 0;
  let samples = 0;
  let highest = 0;
  let sum = 0;
  let changes = 0;
  let before = 0;
  let audible = 0;
  let audibleSum = 0;
  let audibleChanges = 0;
  let inPeak = 0;
  let odd: Buffer | undefined;
  const push = () => {
    if (count === peaks.length) {
      [peaks, levels, crossings] = [grow(peaks), grow(levels), grow(crossings)];
      [audibleLevels, audibleCrossings] = [grow(audibleLevels), grow(audibleCrossings)];
    }
    peaks[count] = highest / 32768;
    levels[count] = sum / inPeak / 32768;
    crossings[count] = (changes / inPeak) * sampleRate;
    audibleLevels[count] = audibleSum / inPeak / 32768;
    audibleCrossings[count] = (audibleChanges / inPeak) * sampleRate;
    count += 1;
    highest = 0;
    sum = 0;
    changes = 0;
    audibleSum = 0;
    audibleChanges = 0;
    inPeak = 0;
  };
  return {
    add(chunk) {
      const bytes = odd ? Buffer.concat([odd, chunk]) : chunk;
      const even = bytes.length & ~1;
      odd = even < bytes.length ? bytes.subarray(even) : undefined;
      const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(bytes);
      const values = new Int16Array(aligned.buffer, aligned.byteOffset, even / 2);
      for (let at = 0; at < values.length; at += 1) {
        const sample = values[at] as number;
        const height = sample < 0 ? -sample : sample;
        if (height > highest) highest = height;
        sum += height;
        if ((sample ^ before) < 0) changes += 1;
        const next = sample - before + audible * kept;
        if (next < 0 !== audible < 0) audibleChanges += 1;
        // a number that only ever becomes smaller would be slow to compute with
        audible = next > -1e-6 && next < 1e-6 ? 0 : next;
        audibleSum += audible < 0 ? -audible : audible;
        before = sample;
        inPeak += 1;
        if (inPeak === each) push();
      }
      samples += even / 2;
    },
    end() {
      if (inPeak > 0) push();
      const cut = (values: Float32Array) => values.subarray(0, count);
      return {
        ...{ peaks: cut(peaks), levels: cut(levels), crossings: cut(crossings) },
        audible: { levels: cut(audibleLevels), crossings: cut(audibleCrossings) },
        ...{ perSecond, seconds: samples / sampleRate },
      };
    },
  };
}

function grow(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** At most `most` of them, each the highest of those it stands for. */
export function reducePeaks(peaks: Float32Array, most: number): Float32Array {
  if (peaks.length <= most) return peaks;
  return Float32Array.from({ length: most }, (_, index) => {
    const [from, to] = [Math.floor((index * peaks.length) / most), Math.floor(((index + 1) * peaks.length) / most)];
    return peaks.subarray(from, to).reduce((highest, peak) => Math.max(highest, peak), 0);
  });
}

/** One byte for each tenth of a second, as base64: an editor sees where a song begins. */
export function writeDetail({ peaks, perSecond: each }: Heard): { interval: number; peaks: string } {
  const many = each / 10;
  const bytes = Uint8Array.from({ length: Math.ceil(peaks.length / many) }, (_, at) =>
    Math.round(peaks.subarray(at * many, (at + 1) * many).reduce((most, peak) => Math.max(most, peak), 0) * 255),
  );
  return { interval: many / each, peaks: bytes.toBase64() };
}

/** Sixteen heights as hex digits, scaled so that the highest is f: what a card's hairline is drawn from. */
export function writePeakDigits(peaks: Float32Array, count = 64): string {
  const all =
    peaks.length >= count
      ? peaks
      : Float32Array.from({ length: count }, (_, n) => peaks[Math.floor((n * peaks.length) / count)] ?? 0);
  const few = reducePeaks(all, count);
  const highest = few.reduce((most, peak) => Math.max(most, peak), 0) || 1;
  return Array.from(few, (peak) => Math.round((peak / highest) * 15).toString(16)).join("");
}
