// What people read when a call to the server fails, how long ago something was, and how long a recording is.
export const words = {
  unreachable: "The archive cannot be reached. Please check your connection and try again.",
  notUnderstood: "The archive sent an unexpected answer. Please try again in a minute.",
  justNow: "just now",
  noDuration: "n/a",
  pageTitle: (page: string, archive: string) => `${page} · ${archive}`,
} as const;
