// What people read while files are being sent: messages, why an upload waits or stopped, and what screen readers announce.
export const words = {
  alreadyListed: (name: string) => `“${name}” is already in the list.`,
  cancelled: (name: string) => `The upload of “${name}” was cancelled.`,
  undo: "Undo",
  file: {
    isAnother: (name: string) =>
      `“${name}” is not the file you started with, or it has changed. To upload it, start a new upload.`,
    isGone: "The file was moved or deleted. Choose it again.",
    hasChanged:
      "The file was moved, or it has changed since you chose it. To upload a changed file, start a new upload.",
  },
  paused: {
    offline: "No network connection. The upload continues automatically.",
    noAnswer: "The archive does not answer. The upload continues automatically when it does.",
    unreachable: "The archive cannot be reached. The upload continues automatically when it can be reached.",
  },
  stopped: {
    loggedOut: "You are no longer logged in. Please log in again.",
    ended: "This upload was cancelled in the studio. Start it again if you still want to add this recording.",
    failed:
      "The archive could not add this file. Please try again later. The owner can find details in the server log.",
    badFile: (why: string) => `${why} Please choose another file.`,
  },
  announce: {
    known: (title: string) => `${title} is already in the archive.`,
    added: (title: string) => `${title} was added to the archive and is being prepared.`,
    half: (name: string) => `Half of ${name} is uploaded.`,
    stopped: (name: string, why: string) => `${name} was not added. ${why}`,
    paused: (name: string, why: string) => `${name}: ${why}`,
  },
} as const;
