// The eight pieces of the demo: what each is called, sounds like and looks like.
import type { Description } from "#server/intake/describe-intake.ts";
import type { Score } from "./music.ts";

export interface Piece {
  /** Also its file's name: a piece that is there already is not made again. */
  name: string;
  said: Description & { title: string; addDate: Date };
  seconds: number;
  score: Score;
  /** The pictures as a filter graph from the sound [0:a] to [v]; null for sound alone. */
  look: string | null;
}

const major = [0, 4, 7, 11];
const minor = [0, 3, 7, 10];
const chords = (...list: [number, readonly number[]][]) => list.map(([root, notes]) => ({ root, notes }));
const rolling = [0, 1, 2, 3, 4, 3, 2, 1];

interface Light {
  color: readonly [number, number, number];
  /** Where it is and how it moves, of the width and of the height. */
  x: string;
  y: string;
  size: number;
}

/** Soft lights on a dark stage, drawn small and scaled up. */
function lights(size: string, rate: number, ground: readonly [number, number, number], list: readonly Light[]): string {
  const [width = 0, height = 0] = size.split("x").map(Number);
  const [w, h] = width > height ? [64, 36] : [36, 64];
  const glow = ({ x, y, size: spread }: Light) =>
    `exp(-(pow(X/W-(${x}),2)*${(w / h).toFixed(2)}+pow(Y/H-(${y}),2))/${spread})`;
  const channel = (index: 0 | 1 | 2) => list.map((light) => `${light.color[index]}*${glow(light)}`).join("+");
  const [red, green, blue] = [0, 1, 2].map((index) => `${ground[index]}*(1-0.5*Y/H)+${channel(index as 0 | 1 | 2)}`);
  return `nullsrc=s=${w}x${h}:r=${rate},geq=r='clip(${red},0,255)':g='clip(${green},0,255)':b='clip(${blue},0,255)',scale=${width}:${height}:flags=bicubic,setsar=1`;
}

/** A strip of the sound near the foot of the picture. */
const waves = (size: string, rate: number, color: string) =>
  `[0:a]showwaves=s=${size}:mode=cline:r=${rate}:colors=${color}:scale=sqrt,format=yuva420p[w]`;
const over = (ground: string, sound: string) =>
  `${ground}[g];${sound};[g][w]overlay=y=H*0.72:shortest=1,format=yuv420p[v]`;

export const pieces: readonly Piece[] = [
  {
    name: "demo-opening-night.mp4",
    said: {
      title: "Opening Night",
      addDate: new Date("2026-10-30T20:00:00Z"),
      description: "The first song of the autumn season, from the small stage.",
    },
    seconds: 24,
    score: {
      beatsPerMinute: 96,
      beatsPerBar: 4,
      chords: chords([45, minor], [41, major], [48, major], [43, [0, 4, 7, 10]]),
      arpeggio: rolling,
      kick: [0, 4],
      hat: [2, 6],
      pad: 0.5,
    },
    look: over(
      lights(
        "640x360",
        12,
        [28, 10, 34],
        [
          { color: [255, 140, 60], x: "0.3+0.15*sin(T*0.9)", y: "0.35+0.1*cos(T*0.7)", size: 0.03 },
          { color: [220, 50, 130], x: "0.72+0.1*sin(T*0.6+1)", y: "0.45", size: 0.05 },
          { color: [90, 60, 200], x: "0.5+0.3*sin(T*0.4)", y: "0.95", size: 0.08 },
        ],
      ),
      waves("640x80", 12, "white@0.35"),
    ),
  },
  {
    name: "demo-night-bus-home.mp4",
    said: {
      title: "Night Bus Home",
      addDate: new Date("2026-03-14T22:45:00Z"),
      description: "Recorded on the way back, mixed the next morning.",
    },
    seconds: 60,
    score: {
      beatsPerMinute: 84,
      beatsPerBar: 4,
      chords: chords([50, minor], [46, major], [53, major], [48, [0, 4, 7, 9]]),
      arpeggio: [0, null, 2, 1, null, 3, 2, null],
      kick: [0, 3, 4],
      hat: [1, 2, 5, 6, 7],
      pad: 0.45,
    },
    look: `${lights(
      "1280x720",
      12,
      [6, 14, 40],
      [
        { color: [255, 190, 90], x: "mod(T*0.23,1.4)-0.2", y: "0.4", size: 0.004 },
        { color: [255, 120, 80], x: "mod(T*0.31+0.5,1.4)-0.2", y: "0.52", size: 0.006 },
        { color: [90, 180, 255], x: "1.2-mod(T*0.17,1.4)", y: "0.62", size: 0.01 },
        { color: [30, 60, 140], x: "0.5", y: "0.9", size: 0.2 },
      ],
    )},format=yuv420p[v]`,
  },
  {
    name: "demo-waltz-for-an-empty-room.mp4",
    said: {
      title: "Waltz for an Empty Room",
      addDate: new Date("2025-12-06T18:30:00Z"),
      preventAutodelete: true,
      description: "Kept for good: this one is protected from automatic deletion.",
    },
    seconds: 45,
    score: {
      beatsPerMinute: 120,
      beatsPerBar: 3,
      chords: chords([48, major], [45, minor], [50, minor], [43, [0, 4, 7, 10]]),
      arpeggio: [0, 2, 3, 4, 3, 2],
      kick: [0],
      hat: [2, 4],
      pad: 0.4,
    },
    look: over(
      lights(
        "960x540",
        12,
        [30, 26, 20],
        [
          { color: [230, 200, 150], x: "0.5+0.2*sin(T*1.05)", y: "0.4+0.15*cos(T*1.05)", size: 0.04 },
          { color: [120, 90, 60], x: "0.5-0.25*sin(T*1.05)", y: "0.6-0.1*cos(T*1.05)", size: 0.1 },
        ],
      ),
      waves("960x110", 12, "0xf5deb3@0.3"),
    ),
  },
  {
    name: "demo-voice-memo.m4a",
    said: {
      title: "Voice Memo: Idea for a Chorus",
      addDate: new Date("2025-07-19T09:12:00Z"),
      description: "Only sound, as it came.",
    },
    seconds: 32,
    score: {
      beatsPerMinute: 104,
      beatsPerBar: 4,
      chords: chords([52, minor], [48, major], [55, major], [50, major]),
      arpeggio: [0, 1, 2, null, 3, 2, 1, null],
      kick: [],
      hat: [],
      pad: 0.35,
    },
    look: null,
  },
  {
    name: "demo-side-of-the-stage.mp4",
    said: {
      title: "From the Side of the Stage",
      addDate: new Date("2024-08-24T19:05:00Z"),
      description: "Held upright, as phones are.",
    },
    seconds: 30,
    score: {
      beatsPerMinute: 126,
      beatsPerBar: 4,
      chords: chords([45, minor], [45, minor], [41, major], [43, major]),
      arpeggio: [0, 2, 1, 3, 0, 2, 4, 3],
      kick: [0, 2, 4, 6],
      hat: [1, 3, 5, 7],
      pad: 0.4,
    },
    look: `${lights(
      "540x960",
      12,
      [10, 8, 30],
      [
        { color: [255, 40, 120], x: "0.3+0.2*sin(T*2.1)", y: "0.2", size: 0.03 },
        { color: [40, 220, 255], x: "0.7-0.2*sin(T*2.1)", y: "0.25", size: 0.03 },
        { color: [160, 80, 255], x: "0.5", y: "0.75+0.08*sin(T*4.2)", size: 0.06 },
      ],
    )},format=yuv420p[v]`,
  },
  {
    name: "demo-tape-from-the-attic.mp4",
    said: {
      title: "Tape from the Attic",
      addDate: new Date("2019-04-01T00:00:00Z"),
      timeMissing: true,
      description: "Only the day was written on the box.",
    },
    seconds: 40,
    score: {
      beatsPerMinute: 72,
      beatsPerBar: 4,
      chords: chords([43, major], [40, minor], [48, major], [50, [0, 4, 7, 10]]),
      arpeggio: [0, null, 1, null, 2, null, 3, null],
      kick: [0],
      hat: [4],
      pad: 0.55,
    },
    look: `life=s=128x72:mold=14:r=12:ratio=0.09:rule=B3/S23:seed=7:death_color=0x2b1d14:life_color=0xf2c14e:mold_color=0x4a2f1d,scale=960:540:flags=bicubic,gblur=sigma=4,format=yuv420p[v]`,
  },
  {
    name: "demo-second-take.mp4",
    said: {
      title: "Second Take, Not Released",
      addDate: new Date("2023-11-11T16:20:00Z"),
      hidden: true,
      description: "Hidden: only editors see it.",
    },
    seconds: 20,
    score: {
      beatsPerMinute: 90,
      beatsPerBar: 4,
      chords: chords([47, minor], [43, major], [50, major], [45, major]),
      arpeggio: rolling,
      kick: [0, 5],
      hat: [2, 6],
      pad: 0.5,
    },
    look: over(
      lights(
        "960x540",
        12,
        [8, 30, 28],
        [
          { color: [60, 220, 170], x: "0.25+0.2*sin(T*0.5)", y: "0.3", size: 0.05 },
          { color: [30, 120, 200], x: "0.8", y: "0.7+0.1*sin(T)", size: 0.08 },
        ],
      ),
      waves("960x110", 12, "0xbfffe6@0.3"),
    ),
  },
  {
    name: "demo-long-drift.mp4",
    said: {
      title: "Long Drift (whole evening)",
      addDate: new Date("2022-02-05T21:00:00Z"),
      description:
        "Half an hour without a break, to try the seek bar.\n\n0:00 First tide\n7:30 Lanterns\n15:00 Slow water\n22:30 Last tide",
    },
    seconds: 1800,
    score: {
      beatsPerMinute: 60,
      beatsPerBar: 4,
      chords: chords([45, minor], [48, major], [41, major], [43, [0, 5, 7, 10]]),
      arpeggio: [0, null, 2, null, 4, null, 3, null],
      kick: [],
      hat: [],
      pad: 0.6,
    },
    look: `${lights(
      "480x270",
      1,
      [14, 10, 34],
      [
        { color: [70, 90, 200], x: "0.5+0.35*sin(T*0.013)", y: "0.5+0.3*cos(T*0.017)", size: 0.09 },
        { color: [190, 80, 140], x: "0.5+0.35*cos(T*0.011)", y: "0.5+0.3*sin(T*0.007)", size: 0.06 },
        { color: [240, 170, 90], x: "0.1+0.8*T/1800", y: "0.85", size: 0.004 },
      ],
    )},format=yuv420p[v]`,
  },
];
