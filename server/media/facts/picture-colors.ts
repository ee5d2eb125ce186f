// Chooses a thumbnail by its colours, and draws one for recordings without video. Pure: bytes in, bytes out.
import { createHash } from "node:crypto";

/** Red, green, blue, row by row. */
export type Sample = Uint8Array;

/** The picture that shows most: not black, not white, with contrast and colour; `likely`, if it is nearly as good. */
export function chooseBest(samples: readonly Sample[], likely?: number): number {
  const scores = weighEdges(samples.map(score));
  const highest = Math.max(...scores);
  const guessed = likely === undefined ? -1 : (scores[likely] ?? -1);
  return guessed >= highest * 0.7 ? (likely ?? 0) : Math.max(0, scores.indexOf(highest));
}

export function chooseLargest(sizes: readonly number[]): number {
  const weighed = weighEdges(sizes);
  return Math.max(0, weighed.indexOf(Math.max(...weighed)));
}

/** The edges of a recording count less: there it fades in, or has ended. */
function weighEdges(values: readonly number[]): number[] {
  return values.map((value, index) => {
    const place = values.length > 1 ? index / (values.length - 1) : 0.5;
    return values.length > 4 && (place < 0.08 || place > 0.92) ? value / 2 : value;
  });
}

function score(sample: Sample): number {
  const count = sample.length / 3;
  let [sum, squares, color] = [0, 0, 0];
  for (let at = 0; at < sample.length; at += 3) {
    const [red, green, blue] = [sample[at] ?? 0, sample[at + 1] ?? 0, sample[at + 2] ?? 0];
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    sum += light;
    squares += light * light;
    color += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  const mean = sum / count;
  const contrast = Math.sqrt(Math.max(0, squares / count - mean * mean));
  const isDull = mean < 20 || mean > 240;
  return (contrast + 0.5 * (color / count) + 1) * (isDull ? 0.05 : 1);
}

/** The commonest colour, as #rrggbb, bright colours before greys. */
export function findColor(sample: Sample): string {
  const bright = sample.filter((_, at) => Math.max(...sample.subarray(at - (at % 3), at - (at % 3) + 3)) >= 64);
  // a dark stage is not what a picture is remembered by, if there is light on it
  return findCommonest(bright.length * 10 > sample.length ? bright : sample);
}

function findCommonest(sample: Sample): string {
  const buckets = new Map<number, { weight: number; count: number; sum: [number, number, number] }>();
  for (let at = 0; at + 2 < sample.length; at += 3) {
    const [red, green, blue] = [sample[at] ?? 0, sample[at + 1] ?? 0, sample[at + 2] ?? 0];
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bucket = buckets.get(key) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    bucket.weight += 1 + (Math.max(red, green, blue) - Math.min(red, green, blue)) / 16;
    bucket.count += 1;
    bucket.sum = [bucket.sum[0] + red, bucket.sum[1] + green, bucket.sum[2] + blue];
    buckets.set(key, bucket);
  }
  const best = [...buckets.values()].toSorted((a, b) => b.weight - a.weight)[0];
  return best ? writeColor(best.sum.map((part) => part / best.count)) : "#000000";
}

/** Bars of the sound on a ground whose colour is the recording's own. */
export function drawPoster(digits: string, seed: string, { width, height }: { width: number; height: number }) {
  const hue = createHash("sha256").update(seed).digest().readUInt16BE(0) % 360;
  const top = hsl(hue, 0.45, 0.2);
  const bottom = hsl((hue + 40) % 360, 0.55, 0.1);
  const bar = hsl((hue + 20) % 360, 0.7, 0.68);
  const step = width / (digits.length + 4);
  // how far the bar reaches from the middle, for every column; none between the bars
  const reach = Array.from({ length: width }, (_, x) => {
    const place = x / step - 2;
    const peak = Number.parseInt(digits[Math.floor(place)] ?? "", 16) / 15;
    return place % 1 < 0.6 && peak >= 0 ? Math.max(3, (peak * height) / 3) : -1;
  });
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    const ground = top.map((part, index) => part + ((bottom[index] ?? 0) - part) * (y / height));
    const away = Math.abs(y - height / 2);
    for (let x = 0; x < width; x += 1, at += 3) {
      const color = away <= (reach[x] ?? -1) ? bar : ground;
      pixels[at] = color[0] ?? 0;
      pixels[at + 1] = color[1] ?? 0;
      pixels[at + 2] = color[2] ?? 0;
    }
  }
  return { pixels, color: writeColor(top) };
}

function hsl(hue: number, saturation: number, lightness: number): number[] {
  const amount = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}

function writeColor(parts: readonly number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}
