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
  left: (hours: number, minutes: number) => (hours > 0 ? `${hours} h ${minutes} min left` : `${minutes} min left`),
  secondsLeft: (seconds: number) => `${seconds} sec left`,
  years: (count: number) => (count === 1 ? "One year ago" : `${count} years ago`),
  lastHeard: (ago: string) => `Last heard ${ago}`,
} as const;
