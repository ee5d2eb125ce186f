// What people read who open a link to a shared moment.
export const words = {
  title: "A shared moment",
  loading: "Opening the shared moment…",
  play: (title: string) => `Play this part of “${title}”`,
  from: (archive: string) => `From the archive of ${archive}`,
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  join: {
    title: "Hear all of it",
    text: (archive: string) => `Members of ${archive} watch and hear whole recordings.`,
    become: (provider: string) => `Become a member on ${provider}`,
    logIn: "I am a member: log in",
  },
  front: "Go to the front page",
  over: "This link no longer works",
  notOpened: "The shared moment could not be opened",
  notPlayed: "The shared moment could not be played. Check your connection and open the link again.",
} as const;
