// What the owner reads under Studio > Settings > Sharing and downloads.
export const words = {
  downloads: {
    title: "Downloads",
    label: "What members may download",
    off: "Nothing",
    audio: "The audio",
    audioAndVideo: "The audio, and the video",
    hint: "The file contains tags, a picture and chapters. Once it is downloaded, you cannot take it back.",
  },
  offline: {
    short: "Days without a connection",
    shortVideo: "Saving small videos",
    days: "How many days saved recordings play without a connection",
    hint: "From 0 to 365. Members can save recordings in their browser. A saved recording is deleted there when the member logs out or loses access, when it is hidden or deleted, and when the browser has had no connection for this number of days. With 0 nothing can be saved.",
    video: "Members may also save small videos",
    videoHint:
      "If this is off, they can save only the audio. A small video is the lowest quality of a recording, if that is 720p or less; it takes several times as much space as the audio. When you turn this off, videos that were saved are deleted, and the audio is saved in their place.",
  },
  moments: {
    title: "Shared moments",
    shortPreviews: "Previews of shared moments",
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
  },
} as const;
