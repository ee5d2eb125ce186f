// Bass, organ and drums, and a guitar that plays a solo.
import { play, type Song } from "#scripts/demo-originals/music.ts";

export const secondTake: Song = {
  beatsPerMinute: 90,
  beatsPerBar: 4,
  room: 0.25,
  tailSeconds: 2,
  sections: [
    {
      bars: 2,
      chords: "Bm G",
      loud: [0.35, 0.4],
      parts: [
        play("bass", 0.5, "0 - . 0 - 2 . 3", { octave: -1 }),
        play("brush", 0.09, "x . x x x . x x", { pan: 0.4 }),
      ],
    },
    {
      bars: 4,
      chords: "Bm G D A",
      loud: [0.55, 0.65],
      parts: [
        play("bass", 0.5, "0 - . 0 - 2 . 3", { octave: -1 }),
        play("organ", 0.09, ". c - . . c c .", { pan: -0.4 }),
        play("brush", 0.1, "x . x x x . x x", { pan: 0.4 }),
        play("kick", 0.3, "x . . . . x . ."),
      ],
    },
    {
      bars: 4,
      chords: "Bm G D A",
      loud: [0.9, 1],
      parts: [
        play("bass", 0.5, "0 - 0 0 - 2 . 3", { octave: -1 }),
        play("organ", 0.1, "c - - c - - c -", { pan: -0.4 }),
        play(
          "guitar",
          0.7,
          "f#5 - d5 e5 f#5 a5 - f#5 | g5 - d5 - b4 d5 e5 - | f#5 - a5 - b5 a5 f#5 - | e5 - - c#5 e5 - - -",
          { pan: 0.25 },
        ),
        play("kick", 0.42, "X . . x . x . ."),
        play("snare", 0.26, ". . x . . . x ."),
        play("hat", 0.1, "x x x x x x x x", { pan: 0.4 }),
      ],
    },
    {
      bars: 2,
      chords: "G Bm",
      loud: [0.6, 0.3],
      parts: [play("organ", 0.12, "c - - -", { pan: -0.2 }), play("guitar", 0.5, "d5 - b4 - f#4 - - -", { pan: 0.3 })],
    },
  ],
};
