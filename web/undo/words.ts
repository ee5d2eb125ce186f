// What people read about Undo, wherever something can be undone.
export const words = {
  undo: "Undo",
  undone: (count: number) => (count === 1 ? "Change undone." : `${count} changes undone.`),
} as const;
