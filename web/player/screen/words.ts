// What people read while a recording plays on a television.
export const words = {
  asking: "Choosing a screen…",
  opening: "Connecting to the other screen…",
  on: "Playing on another screen",
  text: "Play, pause and change the position here. The other screen chooses captions and quality itself.",
  back: "Play here",
  close: "Close",
} as const;
