// What people read about the queue. The names of the steps and what went wrong come from the server.
export const words = {
  what: "the queue",
  title: "Queue",
  none: "New recordings are prepared here, step by step. Nothing is being prepared right now.",
  counts: {
    running: (count: number) => `${count.toLocaleString()} running`,
    waiting: (count: number) => `${count.toLocaleString()} waiting`,
    failed: (count: number) => `${count.toLocaleString()} failed`,
    none: "Nothing is running or waiting.",
  },
  notLive: "Live updates lost. Refreshing every few seconds.",
  groups: { running: "Running", failed: "Failed", waiting: "Waiting", ended: "Recently finished" },
  item: {
    progress: (step: string, title: string) => `${step}: ${title}`,
    lastLines: "Last lines of the log",
    log: (title: string) => `Log of ${title}`,
    tryAgain: "Try again",
    tryAgainThis: (title: string) => `Try again: ${title}`,
    cancel: "Cancel",
    cancelThis: (title: string) => `Cancel: ${title}`,
  },
  ahead: {
    label: "Progress of everything that is being prepared",
    watchable: (recordings: number, watchable: number) =>
      recordings === 1
        ? `1 recording is being prepared${watchable === 1 ? " and can already be watched" : ""}.`
        : `${recordings.toLocaleString()} recordings are being prepared. ${watchable === recordings ? "All" : watchable.toLocaleString()} of them can already be watched.`,
    left: (time: string, bytes: string) => `The rest takes about ${time} of processor time and ${bytes} of disk space.`,
    minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
    hours: (count: number) => `${count.toLocaleString()} hours`,
  },
  step: {
    asked: (day: string) => `On ${day}, a member's connection was too slow for this recording`,
    place: (number: number, total: number) => `Step ${number} of ${total}: `,
    ready: "Ready",
    done: (step: string) => `${step}: done`,
    cancelled: (step: string) => `${step}: cancelled`,
    failed: (step: string, attempts: number) =>
      `${step}: failed (tried ${attempts === 1 ? "once" : `${attempts} times`})`,
  },
} as const;
