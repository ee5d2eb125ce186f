// What people read in their podcast app, and what is refused about feeds.
export const words = {
  channel: (archive: string, title: string | null) => (title === null ? archive : `${archive}: ${title}`),
  atomTitle: (archive: string) => `New recordings: ${archive}`,
  about: (archive: string) =>
    `Recordings of ${archive}, for one member. Please keep this address to yourself: whoever has it can listen.`,
  performance: (song: string, recording: string) => `${song} (${recording})`,
  from: (recording: string, day: string) => `From ${recording}, ${day}.`,
  dayNotKnown: (known: string) => `From ${known}. The day is not known.`,
  openInArchive: "Open in the archive",
  notice: {
    noAccess: "Your access has ended",
    ended: "This address no longer works",
    noAccessText: (reasons: string, archive: string, address: string) =>
      `${reasons} To listen again, renew your membership, or open ${archive} and choose "Check again": ${address} ` +
      "Then this feed comes back by itself, at the same address.",
    endedText: (archive: string, address: string) =>
      `The owner of ${archive} has turned off this address. Open ${address} and choose Podcast feed in the account to get a new one.`,
  },
  noFeed: "This member has no podcast feed.",

  unknownApp: "Unknown app",
} as const;
