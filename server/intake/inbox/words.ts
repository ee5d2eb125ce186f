// What editors are told about the inbox.
export const words = {
  oneIsGone: "One of these recordings is no longer there, so nothing was changed. Please reload the inbox.",
  nothingSaved: (title: string, sentence: string) => `Nothing was saved. “${title}”: ${sentence}`,
} as const;
