// Every text of the seek bar and the loop handles that a person can read.
export const words = {
  position: "Position",
  song: "Song",
  songOf: (title: string, place: string) => [title, place].filter(Boolean).join(", "),
  placeOf: (place: number, count: number) => `Song ${place} of ${count}`,
  positionOf: (time: string, duration: string) => `${time} of ${duration}`,
  loopStart: { name: "Loop start", letter: "A" },
  loopEnd: { name: "Loop end", letter: "B" },
  handleAt: (name: string, time: string) => `${name}: ${time}`,
} as const;
