// Every text of the page around the player that a person can read.
export const words = {
  page: {
    title: "Recording",
    loading: "Loading the recording…",
    failed: "The recording could not be loaded",
    tryAgain: "Try again",
    back: "Back to the archive",
    hiddenPrefix: "[HIDDEN] ",
    upNext: "Up next",
    locked: (level: string) => `Locked: ${level}`,
  },
  messages: {
    loggedOut: "You are logged out. Log in again to continue where you stopped.",
    noAccess: "Playback stopped: you no longer have access to the archive.",
    linkCopied: "Link to this time copied.",
    linkNotCopied: (address: string) => `The link could not be copied. Please copy it from here: ${address}`,
    prepareAgainFailed: (problem: string) => `Preparing could not be started again: ${problem}`,
  },
  preparing: {
    player: "Player",
    progress: "Preparation",
    title: "This recording is being prepared",
    waiting: "It is waiting to be prepared.",
    running: (step: string) => `${step}…`,
    startsHere: "It will start here when it is ready.",
    failed: "This recording could not be prepared",
    failedForEditors: "The owner can find details in the server log.",
    failedForViewers: "The editors have been told about it.",
    tryAgain: "Try again",
  },
  about: {
    download: { audio: "Download the audio", video: "Download the video" },
    loudness: (lufs: string, peak: string, gain: string, isLouder: boolean) =>
      `Loudness: ${lufs} LUFS, peak ${peak} dB. Played ${gain} dB ${isLouder ? "louder" : "quieter"}.`,
    playFrom: (words: string, time: string) => `${words}, play from ${time}`,
  },
} as const;
