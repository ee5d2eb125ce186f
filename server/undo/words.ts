// What people read when nothing was undone.
export const words = {
  noSuchChange: "There is no such change.",
  cannotUndo: "This change cannot be undone.",
  noneUndone: (title: string, reason: string) =>
    `Nothing was undone, because the change of “${title}” cannot be undone: ${reason} You can undo the other changes one by one in the history.`,
} as const;
