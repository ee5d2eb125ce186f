// From the peaks of a recording to the bars of its waveform. Pure.

/** A part of the recording, as shares of its length; it may begin before 0 or end after 1. */
interface Part {
  from: number;
  to: number;
}
const whole: Part = { from: 0, to: 1 };

/** As many bars as fit: each is the loudest peak of its part, scaled so that the loudest of all is full height. */
export function toBars(peaks: readonly number[], count: number, { from: start, to: end } = whole): number[] {
  if (peaks.length === 0 || count <= 0) return [];
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  const scale = loudest > 0 ? 1 / Math.max(loudest, 0.2) : 0;
  const indexOf = (bar: number) => Math.floor(((start * count + bar * (end - start)) * peaks.length) / count);
  return Array.from({ length: count }, (_, bar) => {
    const from = indexOf(bar);
    const to = Math.max(from + 1, indexOf(bar + 1));
    let most = 0;
    for (let n = from; n < to; n += 1) most = Math.max(most, peaks[n] ?? 0);
    return most * scale;
  });
}

/** Which small picture of a storyboard to show at a time. */
export function findTile(times: readonly number[], seconds: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((times[middle] ?? 0) <= seconds) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
