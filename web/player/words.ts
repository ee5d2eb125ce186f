// Every text inside the player's frame that a person can read; buttons and shortcuts are in controls/words.ts.
const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

export const words = {
  player: "Player",
  hiddenPrefix: "[HIDDEN] ",
  notLoaded: "This could not be loaded. Please check the connection, and reload the page.",
  showControls: "Show controls",
  resumed: {
    continuesAt: (time: string) => `Continues at ${time}`,
    startOver: "Start over",
  },
  waiting: {
    offline: "Connection lost. Playback continues when the server can be reached again.",
    stuck: (time: string) => `Playback stopped at ${time}: no data has arrived for a while. The player keeps trying.`,
    slow: (time: string) => `Still loading at ${time}. The connection seems slow. Try a lower quality or Audio Only.`,
  },
  trouble: {
    tryAgain: "Try again",
    back: "Back to the archive",
    unsupported: {
      title: "This browser can’t play this recording",
      text: "Please use a current version of Chrome, Edge, Firefox or Safari.",
    },
    gone: {
      title: "This recording is no longer available",
      text: "It was hidden or deleted while it was playing.",
    },
    broken: {
      title: "Playback of this recording failed",
      text: "Try again, or choose another quality. If it stops at the same place, please tell an editor.",
    },
    missing: {
      title: "A part of this recording is missing",
      text: "Some of its files are missing on the server. Please tell an editor.",
    },
  },
  time: {
    hours: (count: number) => plural(count, "hour"),
    minutes: (count: number) => plural(count, "minute"),
    seconds: (count: number) => plural(count, "second"),
  },
} as const;
