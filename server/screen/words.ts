// What people read about playing on a television.
export const words = {
  isHidden: "This recording is hidden. Show it to members before you play it on another screen.",
  notReady: "This recording is still being prepared. Please try again later.",
} as const;
