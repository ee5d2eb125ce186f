// The fast one: a synthesizer and a drum on every beat.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const fast = "0 2 1 3 0 2 4 3 0 2 1 3 5 4 3 2";

export const sideOfTheStage: Song = {
  beatsPerMinute: 126,
  beatsPerBar: 4,
  room: 0.18,
  tailSeconds: 1.7,
  sections: [
    { bars: 4, chords: "Am Am F G", loud: [0.15, 0.5], parts: [play("synth", 0.22, fast, { octave: 1, pan: -0.3 })] },
    {
      bars: 4,
      chords: "Am Am F G",
      loud: [0.6, 0.8],
      parts: [
        play("synth", 0.18, fast, { octave: 1, pan: -0.3 }),
        play("kick", 0.5, "x . x . x . x ."),
        play("hat", 0.1, ". x . x . x . x", { pan: 0.3 }),
        play("synth", 0.22, ". 0 . 0 . 0 . 0", { octave: -1 }),
      ],
    },
    {
      bars: 2,
      chords: "F G",
      loud: [0.4, 0.6],
      parts: [play("pad", 0.14, "c - - -"), play("snare", 0.12, "x . x . x . x . | x x x x x x x x")],
    },
    {
      bars: 6,
      chords: "Am Am F G Am F",
      loud: [1, 1],
      parts: [
        play("synth", 0.16, fast, { octave: 1, pan: -0.4 }),
        play("synth", 0.16, "a5 - - g5 e5 - g5 - | a5 - - c6 b5 - g5 - | a5 - - g5 f5 - c5 - | d5 - - - b4 - d5 -", {
          pan: 0.4,
        }),
        play("pad", 0.1, "c - - -"),
        play("kick", 0.6, "X . x . X . x ."),
        play("snare", 0.25, ". . x . . . x ."),
        play("hat", 0.12, ". x . x . x . x", { pan: 0.3 }),
        play("synth", 0.28, ". 0 . 0 . 0 . 0", { octave: -1 }),
      ],
    },
    { bars: 2, chords: "G Am", loud: [0.5, 0.2], parts: [play("synth", 0.2, fast, { octave: 1 })] },
  ],
};
