// What people read about the songs of a recording.
export const words = {
  heading: "Set list",
  /** Read aloud for the song that plays now. */
  playing: "playing now",
  page: (title: string) => `All performances of ${title}`,
  loop: (title: string) => `Loop ${title}`,
  medley: "Medley",
  coverOf: (artist: string) => `${artist} cover`,
  cover: "cover",
  guest: (name: string) => `ft. ${name}`,
  debut: "first time played",
  segue: "goes into the next song",
  download: "Download as",
  formats: { text: "text", cue: "CUE", webvtt: "WebVTT", chapters: "JSON" },
} as const;
