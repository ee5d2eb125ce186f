// What is to be seen with each song: calm pictures that move with it.
import { beam, disc, glow, ground, mix, ribbon, ring, wash, type Canvas, type Color } from "./canvas.ts";

/** `loud` is how loud the song is just then, from 0 to 1. */
export type Scene = (canvas: Canvas, moment: { seconds: number; loud: number; share: number }) => void;

/** Lamps above a small stage, which sway and grow with the band. */
export const stage: Scene = (canvas, { seconds, loud }) => {
  wash(canvas, [22, 8, 34], [58, 16, 44]);
  const lamps: { x: number; color: Color }[] = [
    { x: 0.22, color: [255, 120, 60] },
    { x: 0.66, color: [230, 50, 120] },
    { x: 1.12, color: [255, 170, 80] },
    { x: 1.56, color: [120, 70, 230] },
  ];
  for (const [index, { x, color }] of lamps.entries()) {
    const angle = 0.32 * Math.sin(seconds * 0.5 + index * 1.7) - (x - 0.89) * 0.25;
    beam(canvas, { x, y: -0.02 }, { angle, spread: 0.16, length: 1.25, color, strength: 0.3 + 0.7 * loud });
    glow(canvas, { x, y: 0, size: 0.06, color: [255, 235, 210], strength: 0.6 });
  }
  ground(canvas, (x) => 0.86 + 0.015 * Math.cos((x - 0.89) * 1.6), { color: [16, 6, 24], soft: 0.03 });
  for (const [index, { color }] of lamps.entries()) {
    const x = 0.3 + index * 0.4 + 0.1 * Math.sin(seconds * 0.5 + index * 1.7);
    glow(canvas, { x, y: 0.97, size: 0.16, color, strength: 0.1 + 0.25 * loud });
  }
};

/** Street lamps and other lights go by behind a window. */
export const nightRoad: Scene = (canvas, { seconds, loud }) => {
  wash(canvas, [4, 9, 30], [14, 30, 66]);
  const houses = (x: number) =>
    0.6 - 0.1 * Math.max(0, Math.sin(x * 5 + seconds * 0.4) + 0.4 * Math.sin(x * 13 + seconds * 1.04));
  ground(canvas, houses, { color: [5, 12, 30] });
  for (let n = 0; n < 11; n += 1) {
    const depth = 0.35 + ((n * 37) % 11) / 11;
    const x = 2 - ((seconds * 0.2 * depth + n * 0.31) % 2.25);
    const y = 0.28 + ((n * 53) % 17) / 40;
    const color: Color = n % 4 === 0 ? [90, 170, 255] : n % 4 === 2 ? [255, 110, 80] : [255, 190, 100];
    disc(canvas, { x, y, size: 0.03 + 0.05 * depth, color, strength: 0.34 + 0.2 * loud });
    glow(canvas, { x, y, size: 0.1 * depth + 0.04, color, strength: 0.24 });
  }
  ground(canvas, () => 0.9, { color: [6, 9, 22], soft: 0.05 });
  glow(canvas, { x: 0.89, y: 1.05, size: 0.3, color: [70, 110, 190], strength: 0.2 + 0.5 * loud });
};

/** Afternoon light through tall windows, which wanders over a wall, and rings that turn like dancers. */
export const emptyRoom: Scene = (canvas, { seconds, loud, share }) => {
  wash(canvas, [236, 222, 198], [214, 190, 156]);
  for (let pane = 0; pane < 3; pane += 1) {
    const x = 0.15 + pane * 0.42 + share * 0.35;
    beam(canvas, { x, y: -0.5 }, { angle: 0.25, spread: 0.07, length: 2.2, color: [60, 48, 18], strength: 0.9 });
  }
  ground(canvas, () => 0.8, { color: [166, 128, 92], soft: 0.02 });
  const [x, y] = [0.89 + 0.32 * Math.sin(seconds * 1.05), 0.5 + 0.1 * Math.cos(seconds * 2.1)];
  disc(canvas, { x: x + 0.02, y: 0.88, size: 0.1, color: [120, 86, 60], strength: 0.35 }, 0.12);
  disc(canvas, { x, y, size: 0.1 + 0.09 * loud, color: [188, 84, 62], strength: 0.92 });
  const [ox, oy] = [0.89 - 0.32 * Math.sin(seconds * 1.05), 0.5 - 0.1 * Math.cos(seconds * 2.1)];
  disc(canvas, { x: ox, y: 0.88, size: 0.1, color: [120, 86, 60], strength: 0.35 }, 0.12);
  disc(canvas, { x: ox, y: oy, size: 0.1 + 0.06 * loud, color: [66, 88, 98], strength: 0.92 });
};

/** A cover: the sun behind a line of sound. */
export const cover: Scene = (canvas) => {
  wash(canvas, [250, 214, 150], [232, 120, 92]);
  disc(canvas, { x: 0.5, y: 0.42, size: 0.24, color: [255, 244, 214] });
  for (let layer = 0; layer < 3; layer += 1)
    ground(canvas, (x) => 0.58 + layer * 0.12 + 0.05 * Math.sin(x * 7 + layer * 2.2) * Math.sin(x * 3 + layer), {
      color: mix([190, 70, 80], [52, 30, 66], layer / 2),
    });
};

/** Held upright beside a stage: lasers, and a ring for each beat. */
export const neon: Scene = (canvas, { seconds, loud }) => {
  wash(canvas, [6, 4, 22], [26, 6, 46]);
  const beat = (seconds * 126) / 60;
  for (let n = 0; n < 4; n += 1) {
    const angle = (n % 2 ? -1 : 1) * (0.35 + 0.3 * Math.sin(beat * 0.39 + n));
    const color: Color = n % 2 ? [255, 40, 140] : [40, 210, 255];
    beam(
      canvas,
      { x: n % 2 ? 0.54 : 0.02, y: 0.02 + 0.06 * n },
      { angle, spread: 0.022, length: 1.1, color, strength: 0.3 + 1.1 * loud },
    );
  }
  const since = beat % 1;
  ring(
    canvas,
    { x: 0.28, y: 0.66, size: 0.1 + 0.2 * since, color: [170, 90, 255], strength: loud * (1 - since) * 1.4 },
    0.016,
  );
  disc(canvas, { x: 0.28, y: 0.66, size: 0.09 + 0.03 * loud * (1 - since), color: [250, 230, 255], strength: 0.9 });
  glow(canvas, { x: 0.28, y: 0.66, size: 0.22, color: [150, 60, 255], strength: 0.25 + 0.6 * loud });
  ground(canvas, () => 0.92, { color: [4, 2, 12], soft: 0.05 });
};

/** Hills on an old film, in its brown. */
export const oldFilm: Scene = (canvas, { seconds, share }) => {
  const flicker = 1 + 0.025 * Math.sin(seconds * 11) * Math.sin(seconds * 2.3);
  wash(canvas, [216 * flicker, 184 * flicker, 132 * flicker], [236 * flicker, 206 * flicker, 156 * flicker]);
  disc(
    canvas,
    { x: 0.35 + 0.6 * share, y: 0.5 - 0.3 * Math.sin(Math.PI * share), size: 0.09, color: [252, 236, 196] },
    0.03,
  );
  for (let layer = 0; layer < 4; layer += 1) {
    const drift = seconds * (0.012 + 0.014 * layer);
    const line = (x: number) =>
      0.52 +
      layer * 0.12 +
      (0.075 - layer * 0.012) * Math.sin((x + drift) * (3.1 + layer)) +
      0.02 * Math.sin((x + drift) * 9.7);
    ground(canvas, line, { color: mix([178, 136, 88], [66, 42, 26], layer / 3), soft: 0.01 });
  }
  for (const x of [0, 1.333]) glow(canvas, { x, y: 0.5, size: 0.5, color: [-70, -62, -52], strength: 1 });
};

/** Northern lights over a dark lake. */
export const northernLights: Scene = (canvas, { seconds, loud }) => {
  wash(canvas, [3, 12, 26], [8, 40, 52]);
  const colors: Color[] = [
    [40, 230, 160],
    [40, 150, 220],
    [120, 240, 140],
  ];
  for (const [index, color] of colors.entries()) {
    const line = (x: number) =>
      0.4 +
      index * 0.1 +
      0.09 * Math.sin(x * 2.3 + seconds * 0.35 + index * 2) +
      0.035 * Math.sin(x * 6.1 - seconds * 0.6 + index);
    ribbon(canvas, line, { color, tall: 0.3 + 0.22 * loud, strength: 0.3 + 0.4 * loud });
  }
  const shore = (x: number) => 0.76 - 0.05 * Math.max(0, Math.sin(x * 2.6 + 0.6)) - 0.02 * Math.sin(x * 7.3);
  ground(canvas, shore, { color: [2, 12, 18] });
  ground(canvas, () => 0.81, { color: [6, 34, 44], soft: 0.004 });
  glow(canvas, {
    x: 0.6 + 0.1 * Math.sin(seconds * 0.35),
    y: 0.92,
    size: 0.3,
    color: [30, 160, 130],
    strength: 0.15 + 0.45 * loud,
  });
};

const skies: { top: Color; low: Color; sea: Color }[] = [
  { top: [50, 44, 98], low: [238, 142, 108], sea: [70, 52, 92] },
  { top: [10, 12, 46], low: [62, 52, 120], sea: [14, 18, 54] },
  { top: [6, 26, 58], low: [40, 110, 140], sea: [8, 40, 66] },
  { top: [120, 150, 200], low: [255, 206, 150], sea: [112, 128, 158] },
  { top: [150, 190, 226], low: [255, 230, 190], sea: [130, 160, 186] },
];

/** From dusk through the night to the morning, over the sea. */
export const sea: Scene = (canvas, { seconds, loud, share }) => {
  const place = Math.min(3.999, share * 4);
  const [from, to] = [skies[Math.floor(place)], skies[Math.floor(place) + 1]];
  if (!from || !to) return;
  const between = (part: "top" | "low" | "sea") => mix(from[part], to[part], place % 1);
  wash(canvas, between("top"), between("low"));
  const night = Math.max(0, Math.sin(Math.PI * Math.min(1, share * 1.25)));
  const moon = { x: 0.2 + 1.4 * share, y: 0.56 - 0.38 * Math.sin(Math.PI * share) };
  glow(canvas, { ...moon, size: 0.22, color: [255, 220, 180], strength: 0.2 + 0.2 * loud });
  disc(canvas, { ...moon, size: 0.06, color: mix([255, 214, 150], [236, 240, 255], night) }, 0.01);
  const fade = Math.max(0, Math.min(1, (share - 0.25) * 20, (0.5 - share) * 20));
  for (let n = 0; n < 5; n += 1) {
    const lantern = { x: 0.3 + n * 0.3 + 0.03 * Math.sin(seconds * 0.4 + n), y: 0.58 + 0.006 * Math.sin(seconds + n) };
    glow(canvas, { ...lantern, size: 0.05, color: [255, 170, 80], strength: fade * (0.5 + 0.5 * loud) });
  }
  for (let wave = 0; wave < 4; wave += 1) {
    const swell = 0.004 + 0.008 * loud + wave * 0.003;
    const line = (x: number) =>
      0.62 + wave * 0.1 + swell * Math.sin(x * (9 - wave * 1.4) + seconds * (0.3 + wave * 0.16) + wave);
    ground(canvas, line, { color: mix(between("sea"), between("top"), wave * 0.22), soft: 0.006 });
  }
  glow(canvas, { x: moon.x, y: 0.72, size: 0.16, color: [255, 220, 180], strength: 0.16 + 0.2 * loud });
};
