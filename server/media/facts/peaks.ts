// Samples -> peaks: twenty per second while they arrive, then reduced to as many as the waveform shows.

const perSecond = 20;

interface PeakReader {
  /** Signed 16-bit little-endian, mono. */
  add(chunk: Buffer): void;
  /** From 0 to 1, `perSecond` of them; the last may stand for less time. */
  end(): { peaks: Float32Array; perSecond: number; seconds: number };
}

export function openPeakReader(sampleRate: number): PeakReader {
  const each = sampleRate / perSecond;
  let peaks = new Float32Array(1024);
  let count = 0;
  let samples = 0;
  let highest = 0;
  let inPeak = 0;
  let odd: Buffer | undefined;
  const push = () => {
    if (count === peaks.length) {
      const larger = new Float32Array(count * 2);
      larger.set(peaks);
      peaks = larger;
    }
    peaks[count] = highest / 32768;
    count += 1;
    highest = 0;
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
        inPeak += 1;
        if (inPeak === each) push();
      }
      samples += even / 2;
    },
    end() {
      if (inPeak > 0) push();
      return { peaks: peaks.subarray(0, count), perSecond, seconds: samples / sampleRate };
    },
  };
}

/** At most `most` of them, each the highest of those it stands for. */
export function reducePeaks(peaks: Float32Array, most: number): Float32Array {
  if (peaks.length <= most) return peaks;
  return Float32Array.from({ length: most }, (_, index) => {
    const [from, to] = [Math.floor((index * peaks.length) / most), Math.floor(((index + 1) * peaks.length) / most)];
    return peaks.subarray(from, to).reduce((highest, peak) => Math.max(highest, peak), 0);
  });
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
