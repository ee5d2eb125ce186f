// What people read when another device of theirs plays a recording.
export const words = {
  playing: "Playing on another device:",
  goOn: (at: string) => `Continue on this device at ${at}`,
} as const;
