// Every text of the bar that a person can read.
export const words = {
  close: "Stop, and close the player",
  previous: "Previous",
  next: "Next",
} as const;
