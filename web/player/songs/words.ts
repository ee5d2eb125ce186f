// What people read about the songs of a recording.
export const words = {
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
