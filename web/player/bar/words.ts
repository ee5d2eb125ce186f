// Every text of the bar that a person can read.
export const words = {
  close: "Stop, and close the player",
  previous: "Previous",
  next: "Next",
  repeat: { off: "Repeat: off", all: "Repeat: all", one: "Repeat: one" },
} as const;
