// A slow song with words, which originals.ts has; they are hummed here.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const lateVerse =
  "d4 - f4 - a4 - g4 - | f4 - - - . . . . | a4 - c5 - a4 - g4 - | g4 - - - e4 - . . |" +
  "d4 - f4 - a4 - c5 - | bb4 - - - a4 - . . | c5 - a4 - g4 - f4 - | g4 - - - - - . .";
const lateChorus =
  "a4 - d5 - d5 - c5 - | d5 - - - c5 - bb4 - | c5 - a4 - f4 - a4 - | g4 - - - - - . . | a4 - d5 - f5 - e5 - | d5 - - - - - . .";

export const nightBusHome: Song = {
  beatsPerMinute: 84,
  beatsPerBar: 4,
  room: 0.25,
  tailSeconds: 2.86,
  sections: [
    {
      bars: 4,
      chords: "Dm7 Bbmaj7 F C",
      loud: [0.3, 0.5],
      parts: [
        play("electric", 0.16, "c - - - - . c -", { pan: -0.2 }),
        play("brush", 0.05, ". . x . . . x .", { pan: 0.3 }),
      ],
    },
    {
      bars: 8,
      chords: "Dm7 Bbmaj7 F C",
      loud: [0.6, 0.75],
      parts: [
        play("electric", 0.15, "c - - - - . c -", { pan: -0.3 }),
        play("electric", 0.18, ". 3 . 4 . 5 . 4", { octave: 1, pan: 0.4 }),
        play("bass", 0.45, "0 - - . 0 - 2 -", { octave: -1 }),
        play("hum", 0.32, lateVerse),
        play("kick", 0.3, "x . . x . . . ."),
        play("brush", 0.09, ". x x x . x x x", { pan: 0.3 }),
      ],
    },
    {
      bars: 6,
      chords: "Dm7 Bbmaj7 F C Dm7 Bbmaj7",
      loud: [1, 1],
      parts: [
        play("electric", 0.17, "c - - c - - c -", { pan: -0.3 }),
        play("strings", 0.12, "c - - -", { pan: 0.4 }),
        play("bass", 0.5, "0 - 0 - 0 - 2 -", { octave: -1 }),
        play("hum", 0.36, lateChorus),
        play("hum", 0.14, lateChorus, { octave: -1, pan: -0.5 }),
        play("kick", 0.4, "X . . x x . . ."),
        play("snare", 0.22, ". . x . . . x ."),
        play("brush", 0.1, "x x x x x x x x", { pan: 0.3 }),
      ],
    },
    {
      bars: 2,
      chords: "Bbmaj7 Dm7",
      loud: [0.45, 0.3],
      parts: [play("electric", 0.2, "c - - - 3 4 5 -", { pan: -0.1 })],
    },
  ],
};
