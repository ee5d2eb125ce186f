// What people read on the privacy page, beside the owner's own text.
export const words = {
  title: "Privacy",
  loading: "Loading the privacy page…",
  heard: {
    counted: (days: number) =>
      `This archive counts how often and for how long each recording is heard, without noting by whom. These figures are kept for ${days === 1 ? "1 day" : `${days} days`}.`,
    notCounted: "This archive does not count what is heard.",
    own: "What you have heard yourself is in your listening history, which only you see. You can turn it off and clear it.",
  },
  failedTitle: "The privacy page could not be loaded",
  failed: "Please reload the page.",
} as const;
