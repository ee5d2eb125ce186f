// What people read about recordings that are saved for listening without a connection.
const recordings = (count: number) => (count === 1 ? "1 recording" : `${count} recordings`);

export const words = {
  button: {
    save: "Save on this device",
    audio: "Only the audio",
    withVideo: (bytes: string | undefined) => (bytes === undefined ? "With video" : `With video (${bytes})`),
    saving: (percent: number) => `Saving ${percent} %`,
    savingMany: (done: number, total: number) => `Saving ${done + 1} of ${total}`,
    waiting: "Waiting to be saved",
    saved: "Saved on this device",
    paused: "Saving is paused",
    stopped: "Not saved: see why",
  },
  page: {
    title: "Saved on this device",
    heading: "Saved on this device",
    lead: (days: number) =>
      `These recordings are in this browser and play without a connection. Open the archive online at least every ${days === 1 ? "day" : `${days} days`}, or they are deleted here. Logging out deletes them, too.`,
    empty: "Nothing is saved yet",
    emptyText: "Open a recording or a playlist and press “Save on this device”.",
    toArchive: "To the archive",
    deleteAll: (count: number) => `Delete ${recordings(count)} from this device`,
  },
  room: {
    used: (bytes: string) => `Used: ${bytes}`,
    left: (bytes: string) => `Space left: ${bytes}`,
    mayGo: "The browser may delete what is saved when this device runs out of space.",
  },
  row: {
    delete: (title: string) => `Delete ${title} from this device`,
    pause: (title: string) => `Pause saving ${title}`,
    goOn: (title: string) => `Continue saving ${title}`,
    cancel: (title: string) => `Cancel saving ${title}`,
    again: (title: string) => `Save again: ${title}`,
    short: { delete: "Delete", pause: "Pause", goOn: "Continue", cancel: "Cancel", again: "Save again" },
    progress: (title: string) => `How much of ${title} is saved`,
  },
  state: {
    ready: (bytes: string, until: string, hasVideo: boolean) =>
      `${hasVideo ? "Video" : "Audio"} · ${bytes} · plays offline until ${until}`,
    waiting: "Waiting",
    noLine: "Waiting for a connection",
    saving: (received: string, bytes: string) => `Saving: ${received} of ${bytes}`,
    paused: "Paused",
    full: "This browser has no space left. Delete other saved recordings, or free space on this device, and save it again.",
    gone: "The browser deleted it to free space. Save it again when you have a connection.",
    expired: "Deleted, because this browser had no connection to the archive for too long. Save it again.",
    unprepared: "Its audio is not ready yet. Try again later.",
    failed: "It could not be saved. Try again.",
  },
  logOut: {
    title: "Log out and delete what is saved?",
    text: (count: number, bytes: string) => `${recordings(count)} saved on this device (${bytes}) will be deleted.`,
    button: "Log out and delete",
  },
  unsupported:
    "This browser cannot save recordings. If this is a private window, use a normal one; otherwise try a newer version of the browser.",
  removed: (titles: readonly string[]) =>
    `No longer available, and deleted from this device: ${titles.map((title) => `“${title}”`).join(", ")}.`,
  videosRemoved:
    "The owner no longer allows videos to be saved. They are deleted from this device, and their audio is saved.",
  allRemoved: "Your saved recordings are deleted from this device, because you no longer have access.",
  player: { back: "Saved on this device", opening: "Opening…" },
} as const;
