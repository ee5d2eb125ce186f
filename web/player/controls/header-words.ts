// The text of the switch in the header. Not in words.ts, because every page loads it, also the first one, and that is to stay small.
export const headerWords = {
  audioOnly: "Audio Only",
} as const;
