// An idea for a chorus: a guitar and somebody who hums.
import { play, type Song } from "#scripts/demo-originals/music.ts";

const chorusIdea = "b4 - e5 - d5 b4 - - | c5 - - b4 g4 - - - | b4 - d5 - d5 e5 d5 - | a4 - - - - - . .";

export const voiceMemo: Song = {
  beatsPerMinute: 104,
  beatsPerBar: 4,
  room: 0.12,
  tailSeconds: 2.3,
  sections: [
    { bars: 2, chords: "Em C", loud: [0.3, 0.4], parts: [play("guitar", 0.3, "c . . c . c . .")] },
    {
      bars: 4,
      chords: "Em C G D",
      loud: [0.5, 0.6],
      parts: [play("guitar", 0.26, "c . . c . c c ."), play("hum", 0.3, chorusIdea, { octave: -1 })],
    },
    {
      bars: 4,
      chords: "Em C G D",
      loud: [0.85, 1],
      parts: [
        play("guitar", 0.3, "c . c c . c c c"),
        play("guitar", 0.4, "0 - - - 0 - - -", { octave: -1 }),
        play("hum", 0.36, chorusIdea),
        play("kick", 0.2, "x . . . x . . ."),
      ],
    },
    {
      bars: 2,
      chords: "C Em",
      loud: [0.5, 0.3],
      parts: [play("guitar", 0.3, "c . . . 0 1 2 3"), play("hum", 0.2, "g4 - - - - - . . | e4 - - - - - - -")],
    },
  ],
};
