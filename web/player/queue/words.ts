// What people read about the play queue on the video page.
export const words = {
  heading: "Up next",
  position: (number: number, total: number) => `${number} of ${total}`,
  leave: "Leave the play queue",
  last: "This is the last one.",
  next: "Next in the play queue",
  previous: "Previous in the play queue",
  anotherQueue: "This play queue has stopped: you left it, or started another one on another device.",
} as const;
