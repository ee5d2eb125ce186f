// A music box and an organ on a tape that has lain for long.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const attic = "d5 - b4 - g4 - a4 b4 | e5 - - - b4 - - - | c5 - e5 - g5 - e5 - | d5 - - - a4 - - -";

export const tapeFromTheAttic: Song = {
  beatsPerMinute: 72,
  beatsPerBar: 4,
  room: 0.2,
  isOld: true,
  tailSeconds: 2.7,
  sections: [
    { bars: 2, chords: "G Em", loud: [0.3, 0.4], parts: [play("box", 0.4, "0 . 1 . 2 . 3 .", { octave: 1 })] },
    {
      bars: 4,
      chords: "G Em C D7",
      loud: [0.55, 0.75],
      parts: [
        play("box", 0.4, attic, { octave: 1 }),
        play("organ", 0.07, "c - - -"),
        play("bass", 0.3, "0 - - -", { octave: -1 }),
      ],
    },
    {
      bars: 2,
      chords: "C D7",
      loud: [1, 1],
      parts: [
        play("box", 0.4, "e5 - g5 - c6 - b5 - | a5 - f#5 - d5 - e5 f#5", { octave: 1 }),
        play("organ", 0.13, "c - c -"),
        play("bass", 0.4, "0 - 0 -", { octave: -1 }),
      ],
    },
    {
      bars: 2,
      chords: "C G",
      loud: [0.5, 0.25],
      parts: [
        play("box", 0.4, "g5 - e5 - c5 - d5 - | b4 - - - g4 - - -", { octave: 1 }),
        play("organ", 0.06, "c - - -"),
      ],
    },
  ],
};
