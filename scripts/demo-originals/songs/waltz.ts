// A waltz for a piano, joined by strings, that ends as a music box.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const turningSlowly = "e5 - g5 | e5 - c5 | f5 - a5 | g5 - - | e5 - c6 | b5 - a5 | f5 - d5 | g5 - -";

export const waltz: Song = {
  beatsPerMinute: 120,
  beatsPerBar: 3,
  room: 0.45,
  tailSeconds: 3,
  sections: [
    {
      bars: 4,
      chords: "C Am Dm G7",
      loud: [0.25, 0.35],
      parts: [play("piano", 0.4, "0 - -", { octave: -1 }), play("piano", 0.14, ". c c", { pan: 0.2 })],
    },
    {
      bars: 8,
      chords: "C Am Dm G7",
      loud: [0.4, 0.55],
      parts: [
        play("piano", 0.4, "0 - -", { octave: -1 }),
        play("piano", 0.13, ". c c", { pan: -0.2 }),
        play("piano", 0.36, turningSlowly, { pan: 0.2 }),
      ],
    },
    {
      bars: 8,
      chords: "F G Em Am Dm G7 C C",
      loud: [0.75, 1],
      parts: [
        play("piano", 0.4, "0 - 2", { octave: -1 }),
        play("piano", 0.16, ". c c", { pan: -0.2 }),
        play("strings", 0.15, "c - -", { pan: -0.4 }),
        play("strings", 0.34, "a5 - c6 | b5 - g5 | g5 - b5 | a5 - e5 | f5 - a5 | g5 - f5 | e5 - - | g5 - -", {
          pan: 0.2,
        }),
        play("piano", 0.3, "a5 - c6 | b5 - g5 | g5 - b5 | a5 - e5 | f5 - a5 | g5 - f5 | e5 - - | g5 - -", {
          octave: 1,
        }),
      ],
    },
    {
      bars: 8,
      chords: "C Am Dm G7 C Am F C",
      loud: [0.5, 0.15],
      parts: [
        play("piano", 0.4, "0 - -", { octave: -1 }),
        play("box", 0.3, `${turningSlowly.slice(0, turningSlowly.lastIndexOf("f5"))}f5 - e5 | c5 - -`, {
          octave: 1,
          pan: 0.3,
        }),
      ],
    },
  ],
};
