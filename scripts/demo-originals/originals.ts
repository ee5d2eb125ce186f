// The eight originals of the demo: which song, what is seen with it, and how it is encoded. Four megabytes are for all of them.
import type { Song } from "./music.ts";
import * as scenes from "./scenes.ts";
import { longDrift } from "./songs/long-drift.ts";
import { nightBusHome } from "./songs/night-bus-home.ts";
import { openingNight } from "./songs/opening-night.ts";
import { secondTake } from "./songs/second-take.ts";
import { sideOfTheStage } from "./songs/side-of-the-stage.ts";
import { tapeFromTheAttic } from "./songs/tape-from-the-attic.ts";
import { voiceMemo } from "./songs/voice-memo.ts";
import { waltz } from "./songs/waltz.ts";

export interface Original {
  /** As server/intake/demo/recordings.ts has it. */
  name: string;
  song: Song;
  scene: scenes.Scene;
  /** How large it is painted, and how many times larger it is shown. */
  size: readonly [width: number, height: number, times: number];
  framesPerSecond: number;
  /** x264's constant rate factor: higher is smaller. */
  crf: number;
  sound: { channels: 1 | 2; kilobits: number };
  /** Keyed by the bar in which each line is sung. */
  lyrics?: readonly (readonly [fromBar: number, toBar: number, line: string])[];
}

const nightBusLyrics = [
  [4, 6, "Last bus out, the heater hums"],
  [6, 8, "Street lamps counting miles for us"],
  [8, 10, "Your guitar across my knees"],
  [10, 12, "Windows full of moving trees"],
  [12, 14, "Night bus home, go slow, go slow"],
  [14, 16, "Half the town is dark below"],
  [16, 18, "Sing the last one soft and low"],
] as const;

const stereo = { channels: 2, kilobits: 52 } as const;
const mono = { channels: 1, kilobits: 40 } as const;
const wide = [320, 180, 2] as const;

export const originals: readonly Original[] = [
  {
    name: "demo-opening-night.mp4",
    song: openingNight,
    scene: scenes.stage,
    size: wide,
    framesPerSecond: 15,
    crf: 33,
    sound: stereo,
  },
  {
    name: "demo-night-bus-home.mp4",
    song: nightBusHome,
    scene: scenes.nightRoad,
    size: [320, 180, 3],
    framesPerSecond: 12,
    crf: 38,
    sound: stereo,
    lyrics: nightBusLyrics,
  },
  {
    name: "demo-waltz-for-an-empty-room.mp4",
    song: waltz,
    scene: scenes.emptyRoom,
    size: [320, 180, 3],
    framesPerSecond: 12,
    crf: 36,
    sound: stereo,
  },
  {
    name: "demo-voice-memo.m4a",
    song: voiceMemo,
    scene: scenes.cover,
    size: [300, 300, 2],
    framesPerSecond: 0,
    crf: 0,
    sound: mono,
  },
  {
    name: "demo-side-of-the-stage.mp4",
    song: sideOfTheStage,
    scene: scenes.neon,
    size: [180, 320, 2],
    framesPerSecond: 12,
    crf: 40,
    sound: mono,
  },
  {
    name: "demo-tape-from-the-attic.mp4",
    song: tapeFromTheAttic,
    scene: scenes.oldFilm,
    size: [240, 180, 2],
    framesPerSecond: 12,
    crf: 31,
    sound: mono,
  },
  {
    name: "demo-second-take.mp4",
    song: secondTake,
    scene: scenes.northernLights,
    size: wide,
    framesPerSecond: 15,
    crf: 32,
    sound: stereo,
  },
  {
    name: "demo-long-drift.mp4",
    song: longDrift,
    scene: scenes.sea,
    size: [240, 134, 2],
    framesPerSecond: 12,
    crf: 38,
    sound: { channels: 1, kilobits: 28 },
  },
];
