// What people read about the queue on the video page.
export const words = {
  heading: "Up next",
  position: (number: number, total: number) => `${number} of ${total}`,
  leave: "Leave the queue",
  last: "This is the last one.",
  next: "Next in the queue",
  previous: "Previous in the queue",
  anotherQueue: "This queue has stopped: you left it or started another one on another device.",
} as const;
