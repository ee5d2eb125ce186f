// Every text that gestures on the picture show.
export const words = {
  skipped: (seconds: number) => `${seconds} seconds`,
  hurrying: "2× speed",
  /** Compared with where playing was. */
  later: (time: string) => `+${time}`,
  earlier: (time: string) => `−${time}`,
  finer: "Slide up or down for smaller steps",
} as const;
