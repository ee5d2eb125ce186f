// What the owner reads about shared moments, under Studio > Settings.
export const words = {
  allow: "Members may share moments of recordings by a link",
  hint: "Up to 90 seconds, without a login, for 7 days or 20 plays. A link stops working when the member who made it may no longer watch, or when the recording is hidden or deleted.",
  previews: "Previews of these links show the title and the picture of the recording",
  previewsHint:
    "Everybody who sees the link in a chat sees them. If this is off, previews show the name of the archive.",
  what: "the shared moments",
  list: "Links that work",
  none: "No link works at the moment.",
  by: (name: string, from: string, to: string) => `${name}, ${from} – ${to}`,
  plays: (count: number, until: string) => `${count} of 20 plays used, works until ${until}`,
  end: "Turn off",
  endThis: (title: string, name: string) => `Turn off the link of ${name} to “${title}”`,
  ended: "The link does not work any more.",
} as const;
