// What people read about the sleep timer.
export const words = {
  label: "Sleep timer",
  stopsAt: (time: string) => `Sleep timer: stops at ${time}`,
  off: "No timer",
  minutes: (count: number) => `${count} min`,
  song: "After this song",
  end: "After this recording",
} as const;
