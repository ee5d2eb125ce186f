// What people read when a call to the server fails, and how long ago something was.
export const words = {
  unreachable: "The archive cannot be reached. Please check your connection and try again.",
  notUnderstood: "The archive sent an unexpected answer. Please try again in a minute.",
  justNow: "just now",
  pageTitle: (page: string, archive: string) => `${page} · ${archive}`,
} as const;
