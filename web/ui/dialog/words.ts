// What every dialog and every form in one says.

export const words = {
  cancel: "Cancel",
  close: "Close",
  discard: "Discard changes",
  keepEditing: "Keep editing",
  theirs: "Theirs",
  yours: "Yours",
  takeTheirs: "Use theirs, discard mine",
  keepYours: "Save mine, replace theirs",
} as const;

// What fields say.
export const fieldWords = {
  fixed: "Set in the server's settings file. Change it there.",
} as const;
