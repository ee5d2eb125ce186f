// What people read about stream keys and live recordings.
export const words = {
  noSuchKey: "There is no such stream key. It may be deleted already.",
  noSuchBroadcast: "This is not live any more.",
  tooManyKeys: (most: number) => `There are ${most} stream keys already. Delete one that is not used.`,
  needsName: "must not be empty",
  noSuchLevel: "There is no such level any more. Choose another.",
  defaultTitle: "Live",
  notAdded: (why: string) => `It could not be added yet, and is tried again every minute: ${why}`,
  portTaken: (port: number, why: string) =>
    `Nothing can be received: port ${port} can't be used (${why}). End the program that uses it, or set LIVE_PORT to another number.`,
  place: "live",
  seeLog: "See the server log for details.",
  cannotStart: "The receiver can't be started. See the server log for details.",
} as const;
