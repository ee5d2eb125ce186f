// What people read about moments that are shared by a link.
export const words = {
  isOff: "The owner of this archive does not allow sharing moments.",
  badPart: "This part of the recording cannot be shared. Choose another start or end.",
  mustBeLater: (seconds: number) => `must be at least ${seconds} second after the start`,
  tooLong: (seconds: number) => `must be at most ${seconds} seconds after the start`,
  notInside: "must be within the recording",
  isHidden: "This recording is hidden. Show it to members before you share a moment of it.",
  isForLevel: "Only recordings that every member may watch can be shared.",
  notReady: "This recording is still being prepared. Please try again later.",
  tooMany: (most: number) =>
    `You already have ${most} links, and cannot have more. Turn one of them off, or wait until one has expired.`,
  noSuchMoment: "There is no such link. It may be turned off already.",
  over: "This link does not work any more. It has expired or was turned off, or all its plays are used up.",
} as const;
