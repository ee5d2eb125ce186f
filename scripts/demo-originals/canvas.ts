// A picture to paint light on. Places and sizes are parts of its height; x and y begin at the top left.

export type Color = readonly [red: number, green: number, blue: number];

export interface Canvas {
  width: number;
  height: number;
  /** Red, green and blue of each point, from 0 to 255, and more where lights meet. */
  light: Float32Array;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, light: new Float32Array(width * height * 3) };
}

export function toBytes({ light }: Canvas): Buffer {
  const bytes = Buffer.allocUnsafe(light.length);
  for (let n = 0; n < light.length; n += 1) bytes[n] = Math.max(0, Math.min(255, Math.round(light[n] ?? 0)));
  return bytes;
}

export const mix = (one: Color, other: Color, share: number): Color => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** From one colour at the top to another at the bottom. */
export function wash(canvas: Canvas, top: Color, bottom: Color): void {
  const { width, height, light } = canvas;
  for (let y = 0; y < height; y += 1) {
    const [red, green, blue] = mix(top, bottom, y / height);
    for (let place = y * width * 3; place < (y + 1) * width * 3; place += 3) {
      light[place] = red;
      light[place + 1] = green;
      light[place + 2] = blue;
    }
  }
}

interface Spot {
  x: number;
  y: number;
  size: number;
  color: Color;
  /** 1 unless said. */
  strength?: number;
}

/** A soft light, added to what is there. */
export function glow(canvas: Canvas, { x, y, size, color, strength = 1 }: Spot): void {
  const steep = 1 / (size * size);
  paint(canvas, { x, y, reach: size * 2.4 }, (dx, dy) => strength * Math.exp(-(dx * dx + dy * dy) * steep), color);
}

/** A round shape with a soft edge, in front of what is there. */
export function disc(canvas: Canvas, { x, y, size, color, strength = 1 }: Spot, soft = 0.012): void {
  cover(canvas, { x, y, reach: size + soft }, (dx, dy) => strength * edge(size - Math.hypot(dx, dy), soft), color);
}

export function ring(canvas: Canvas, { x, y, size, color, strength = 1 }: Spot, wide: number): void {
  const shape = (dx: number, dy: number) => strength * Math.exp(-(((Math.hypot(dx, dy) - size) / wide) ** 2));
  paint(canvas, { x, y, reach: size + wide * 2.4 }, shape, color);
}

/** Everything below a line, in front of what is there. */
export function ground(
  canvas: Canvas,
  line: (x: number) => number,
  { color, soft = 0.006 }: { color: Color; soft?: number },
): void {
  const { width, height } = canvas;
  const heights = Float32Array.from({ length: width }, (_, px) => line(px / height));
  for (let px = 0; px < width; px += 1) {
    const from = heights[px] ?? 0;
    for (let py = Math.max(0, Math.floor((from - soft) * height)); py < height; py += 1)
      blend(canvas, (py * width + px) * 3, color, edge(py / height - from, soft));
  }
}

/** A band of light along a line, brighter at its lower edge. */
export function ribbon(
  canvas: Canvas,
  line: (x: number) => number,
  { color, tall, strength }: { color: Color; tall: number; strength: number },
): void {
  const { width, height } = canvas;
  for (let px = 0; px < width; px += 1) {
    const foot = line(px / height);
    const last = Math.min(height - 1, Math.ceil((foot + tall * 0.25) * height));
    for (let py = Math.max(0, Math.floor((foot - tall) * height)); py <= last; py += 1) {
      const up = (foot - py / height) / tall;
      add(canvas, (py * width + px) * 3, color, strength * (up < 0 ? Math.max(0, 1 + up * 4) : (1 - up) ** 2));
    }
  }
}

/** A beam from a lamp: narrow where it begins, and fainter the farther it goes. */
export function beam(
  canvas: Canvas,
  from: { x: number; y: number },
  {
    angle,
    spread,
    length,
    color,
    strength,
  }: { angle: number; spread: number; length: number; color: Color; strength: number },
): void {
  const [ax, ay] = [Math.sin(angle), Math.cos(angle)];
  const shape = (dx: number, dy: number) => {
    const along = dx * ax + dy * ay;
    if (along <= 0 || along > length) return 0;
    const aside = (dx * ay - dy * ax) / (0.012 + along * spread);
    return Math.abs(aside) > 2.6 ? 0 : strength * Math.exp(-aside * aside) * (1 - along / length);
  };
  paint(canvas, { ...from, reach: length }, shape, color);
}

type Shape = (dx: number, dy: number) => number;
type Area = { x: number; y: number; reach: number };

function paint(canvas: Canvas, area: Area, shape: Shape, color: Color): void {
  forEach(canvas, area, (place, dx, dy) => add(canvas, place, color, shape(dx, dy)));
}

function cover(canvas: Canvas, area: Area, shape: Shape, color: Color): void {
  forEach(canvas, area, (place, dx, dy) => blend(canvas, place, color, shape(dx, dy)));
}

function forEach(
  { width, height }: Canvas,
  { x, y, reach }: Area,
  visit: (place: number, dx: number, dy: number) => void,
): void {
  const first = (middle: number) => Math.max(0, Math.floor((middle - reach) * height));
  const last = (middle: number, most: number) => Math.min(most - 1, Math.ceil((middle + reach) * height));
  for (let py = first(y); py <= last(y, height); py += 1)
    for (let px = first(x); px <= last(x, width); px += 1)
      visit((py * width + px) * 3, px / height - x, py / height - y);
}

function add({ light }: Canvas, place: number, [red, green, blue]: Color, strength: number): void {
  if (strength === 0) return;
  light[place] = (light[place] ?? 0) + red * strength;
  light[place + 1] = (light[place + 1] ?? 0) + green * strength;
  light[place + 2] = (light[place + 2] ?? 0) + blue * strength;
}

function blend({ light }: Canvas, place: number, [red, green, blue]: Color, share: number): void {
  light[place] = (light[place] ?? 0) * (1 - share) + red * share;
  light[place + 1] = (light[place + 1] ?? 0) * (1 - share) + green * share;
  light[place + 2] = (light[place + 2] ?? 0) * (1 - share) + blue * share;
}

const edge = (inside: number, soft: number) => Math.max(0, Math.min(1, 0.5 + inside / soft / 2));
