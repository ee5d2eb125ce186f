// The text of the switch in the header. Not in words.ts: the header is part of the first visit, which has a weight limit.
export const headerWords = {
  audioOnly: "Audio Only",
} as const;
