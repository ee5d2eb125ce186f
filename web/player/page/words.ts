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

// The only text of the engine that a person can read.
export const captionWords = {
  captions: (number: number) => `Captions ${number}`,
} as const;

// Every text of the seek bar and the loop handles that a person can read.
export const seekWords = {
  position: "Position",
  song: "Song",
  songOf: (title: string, place: string) => [title, place].filter(Boolean).join(", "),
  placeOf: (place: number, count: number) => `Song ${place} of ${count}`,
  positionOf: (time: string, duration: string) => `${time} of ${duration}`,
  replayed: (time: string) => `Most replayed at ${time}`,
  loopStart: { name: "Loop start", letter: "A" },
  loopEnd: { name: "Loop end", letter: "B" },
  handleAt: (name: string, time: string) => `${name}: ${time}`,
} as const;

// What people read about the songs of a recording.
export const setListWords = {
  heading: "Set list",
  page: (title: string) => `All performances of ${title}`,
  loop: (title: string) => `Loop ${title}`,
  medley: "Medley",
  coverOf: (artist: string) => `${artist} cover`,
  cover: "cover",
  guest: (name: string) => `ft. ${name}`,
  debut: "first time played",
  segue: "goes into the next song",
  more: "More for the set list",
  download: (format: string) => `Download as ${format}`,
  formats: { text: "text", cue: "CUE", webvtt: "WebVTT", chapters: "JSON" },
} as const;

// Every text that gestures on the picture show.
export const touchWords = {
  skipped: (seconds: number) => `${seconds} seconds`,
  hurrying: "2× speed",
  /** Compared with where playing was. */
  later: (time: string) => `+${time}`,
  earlier: (time: string) => `−${time}`,
  finer: "Slide up or down for smaller steps",
} as const;
