// What people read who open a link to a shared moment.
export const words = {
  title: "A moment",
  loading: "Opening the moment…",
  play: (title: string) => `Play this moment of “${title}”`,
  from: (archive: string) => `From the archive of ${archive}`,
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  front: "Go to the front page",
  over: "This link no longer works",
  notOpened: "The moment could not be opened",
  notPlayed: "The moment could not be played. Check your connection and open the link again.",
} as const;
