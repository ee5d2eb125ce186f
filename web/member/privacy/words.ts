// What people read on the privacy page, beside the owner's own text.
export const words = {
  title: "Privacy",
  loading: "Loading the privacy page…",
  failedTitle: "The privacy page could not be loaded",
  failed: "Please reload the page.",
} as const;
