// What people read above the list of recordings.
export const words = {
  headings: {
    continue: "Continue watching",
    new: "New since your last visit",
    day: "On this day",
    favourites: "Favourites",
    forgotten: "Not heard for long",
    newest: "Newest recordings",
  },
  songs: "All songs",
  left: (hours: number, minutes: number) => {
    if (hours > 0) return `${hours} h ${minutes} min left`;
    return minutes > 0 ? `${minutes} min left` : "Less than a minute left";
  },
  years: (count: number) => (count === 1 ? "One year ago" : `${count} years ago`),
  lastHeard: (ago: string) => `Last heard ${ago}`,
} as const;
