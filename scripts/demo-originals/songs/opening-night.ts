// A small band at the start of an evening: it begins with a guitar and ends with one.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const rolling = "0 1 2 3 4 3 2 1";

export const openingNight: Song = {
  beatsPerMinute: 96,
  beatsPerBar: 4,
  room: 0.3,
  tailSeconds: 3,
  sections: [
    {
      bars: 4,
      chords: "Am F C G",
      loud: [0.3, 0.45],
      parts: [play("guitar", 0.5, rolling, { octave: 1, pan: -0.3 }), play("pad", 0.06, "c - - -")],
    },
    {
      bars: 4,
      chords: "Am F C G",
      loud: [0.65, 0.75],
      parts: [
        play("guitar", 0.4, rolling, { octave: 1, pan: -0.4 }),
        play("pad", 0.08, "c - - -", { pan: 0.3 }),
        play("bass", 0.45, "0 - - 0 . 0 - .", { octave: -1 }),
        play("kick", 0.35, "x . . . x . . ."),
        play("hat", 0.07, ". x . x . x . x", { pan: 0.4 }),
      ],
    },
    {
      bars: 4,
      chords: "Am F C G",
      loud: [0.95, 1],
      parts: [
        play("guitar", 0.4, rolling, { octave: 1, pan: -0.5 }),
        play("strings", 0.11, "c - - -", { pan: 0.4 }),
        play("bass", 0.5, "0 - - 0 . 0 2 .", { octave: -1 }),
        play("strings", 0.3, "e5 - - - d5 - c5 - | a4 - - - c5 - - - | g5 - - e5 - - d5 - | d5 - - b4 - - - -"),
        play("kick", 0.45, "X . . x x . . ."),
        play("snare", 0.28, ". . x . . . x ."),
        play("hat", 0.09, "x x x x x x x x", { pan: 0.4 }),
      ],
    },
    {
      bars: 2,
      chords: "F Am",
      loud: [0.6, 0.35],
      parts: [play("guitar", 0.5, "0 1 2 3 4 - - -", { octave: 1 }), play("pad", 0.08, "c - - -")],
    },
  ],
};
