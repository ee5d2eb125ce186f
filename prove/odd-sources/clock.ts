// A clock inside the content: every frame shows its number as large blocks, and the audio is known noise, so that any part of
// it tells its time.
import { createRandom } from "#server/testing/random.ts";

export const columns = 6;
export const rows = 4;
const bits = 12;
const mostFrames = 2 ** bits;
const dark = 32;
const bright = 224;

// Neighbouring numbers differ in many blocks, so that a mix of two frames does not look like a third.
const codes = Array.from({ length: mostFrames }, (_, frame) => (frame * 1657 + 911) % mostFrames);
const frames = new Map(codes.map((code, frame) => [code, frame]));

/** Grey values, row by row. The lower half is the inverse of the upper half. */
export function drawFrame(frame: number, width: number, height: number): Buffer {
  const picture = Buffer.alloc(width * height);
  const code = codes[frame] ?? 0;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height);
    for (let column = 0; column < columns; column += 1) {
      const from = Math.ceil((column * width) / columns);
      const to = Math.ceil(((column + 1) * width) / columns);
      picture.fill(isBright(code, row * columns + column) ? bright : dark, y * width + from, y * width + to);
    }
  }
  return picture;
}

function isBright(code: number, cell: number): boolean {
  return ((code >> (cell % bits)) & 1) === (cell < bits ? 1 : 0);
}

/** Null if it is not one of our frames, undamaged. */
export function readFrame(picture: Uint8Array, width: number, height: number): number | null {
  let code = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const [one, other] = [bit, bit + bits].map((cell) => lightOf(picture, { width, height, cell })) as [number, number];
    if (Math.abs(one - other) < 60) return null;
    if (one > other) code |= 1 << bit;
  }
  return frames.get(code) ?? null;
}

function lightOf(picture: Uint8Array, { width, height, cell }: { width: number; height: number; cell: number }) {
  const [left, top] = [((cell % columns) * width) / columns, (Math.floor(cell / columns) * height) / rows];
  const [wide, high] = [width / columns, height / rows];
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(top + high * 0.3); y < top + high * 0.7; y += 1)
    for (let x = Math.ceil(left + wide * 0.3); x < left + wide * 0.7; x += 1, count += 1)
      sum += picture[y * width + x] ?? 0;
  return sum / count;
}

const perSecond = 4000;
const random = createRandom(7);
const noise = Float32Array.from({ length: 150 * perSecond }, () => random.below(2001) / 1000 - 1);

/** Between -1 and 1; silence before zero. */
export function soundAt(seconds: number): number {
  const place = seconds * perSecond;
  const index = Math.floor(place);
  if (index < 0) return 0;
  const share = place - index;
  return (noise[index] ?? 0) * (1 - share) + (noise[index + 1] ?? 0) * share;
}

/** 16 bits, the same in all channels. */
export function writeSound(seconds: number, sampleRate: number, channels: number): Buffer {
  const count = Math.round(seconds * sampleRate);
  const samples = new Int16Array(count * channels);
  for (let index = 0; index < count; index += 1)
    samples.fill(soundAt(index / sampleRate) * 10_000, index * channels, (index + 1) * channels);
  return Buffer.from(samples.buffer);
}
