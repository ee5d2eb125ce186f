// The long song of the demo: four minutes in four parts, which its set list names.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const tide = "Am7 Fmaj7 C G";
const water = "Dm7 Am7 Bbmaj7 F";

export const longDrift: Song = {
  beatsPerMinute: 60,
  beatsPerBar: 4,
  room: 0.5,
  tailSeconds: 4,
  sections: [
    {
      bars: 15,
      chords: tide,
      loud: [0.12, 0.5],
      parts: [
        play("pad", 0.16, "c - - -", { pan: -0.3 }),
        play("strings", 0.1, "0 - - - | 2 - - -", { pan: 0.3 }),
        play("bell", 0.12, ". . . . | . . 4 . | . . . . | . 5 . 3", { octave: 1, pan: 0.5 }),
      ],
    },
    {
      bars: 15,
      chords: "C Em Am F",
      loud: [0.45, 0.75],
      parts: [
        play("electric", 0.28, "0 2 4 3 2 4 5 3", { octave: 1, pan: -0.4 }),
        play("bell", 0.16, "4 . . 5 . . 3 . | . . 6 . . 4 . .", { octave: 1, pan: 0.4 }),
        play("bass", 0.45, "0 - - - 2 - - -", { octave: -1 }),
        play("pad", 0.07, "c - - -"),
      ],
    },
    {
      bars: 15,
      chords: water,
      loud: [0.6, 1],
      parts: [
        play("guitar", 0.4, "0 1 2 3 4 3 2 1", { octave: 1, pan: -0.4 }),
        play("flute", 0.26, "a5 - - - g5 - f5 - | e5 - - - - - . . | d5 - f5 - a5 - bb5 - | c6 - - - a5 - - -"),
        play("strings", 0.12, "c - - -", { pan: 0.4 }),
        play("bass", 0.5, "0 - - - 0 - 2 -", { octave: -1 }),
        play("kick", 0.3, "x . . . x . . ."),
        play("brush", 0.08, ". x . x . x . x", { pan: 0.3 }),
      ],
    },
    {
      bars: 14,
      chords: tide,
      loud: [0.7, 0.12],
      parts: [
        play("pad", 0.14, "c - - -", { pan: -0.2 }),
        play("piano", 0.36, "0 - 2 - 4 - 3 -", { octave: 1, pan: 0.2 }),
        play("piano", 0.3, "0 - - -", { octave: -1 }),
      ],
    },
  ],
};
