// What fields say.
export const words = {
  fixed: "Set by the environment of the server.",
} as const;
