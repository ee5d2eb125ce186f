// What people read at the edge of a long list.
export const words = {
  label: "Year and month",
} as const;
