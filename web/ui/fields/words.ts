// What fields say.
export const words = {
  fixed: "Set in the server's settings file. Change it there.",
} as const;
