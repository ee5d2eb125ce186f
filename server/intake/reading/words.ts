// What is said about files that lie beside a recording, and where its title and date came from.
import type { OnlyKnown } from "#contract/dates/dates.ts";
import type { Source } from "./found.ts";

export const words = {
  untitled: "Untitled",

  /** The end of "date from …". */
  sources: {
    person: "an editor",
    sidecar: "the .json file",
    nfo: "the .nfo file",
    "description-file": "the .description file",
    "info-json": "the .info.json file",
    chat: "the chat file",
    "file-name": "the file name",
    tags: "the tags in the file",
    clock: "the clock of the recording device",
    "folder-name": "the folder name",
    cue: "the .cue file",
    container: "the file",
    beside: "a file beside it",
    "file-time": "the file's last change (a guess)",
  } as const satisfies Record<Source, string>,
  aGuess: (source: string) => `${source} (a guess)`,
  only: (source: string, known: OnlyKnown) => `${source} (only the ${known})`,
  andTime: (source: string, timeSource: string) => `${source}, time from ${timeSource}`,

  // what could not be read; the recording is added all the same
  tooLarge: (name: string, most: string) => `${name} was not read: it is larger than ${most}.`,
  notReadable: (name: string) => `${name} was not read: check that the server may read it.`,
  tooHard: (name: string) => `${name} was not read: it is too large or too unusual.`,
  infoJson: (name: string) => `${name} was not read: it is not complete, or not written by yt-dlp.`,
  ownJson: (name: string) =>
    `${name} was not read, so the recording is hidden. The file must contain JSON such as {"title": "…", "date": "2024-05-01"}.`,
  ownDate: (name: string) =>
    `The date in ${name} was not read. Write it as 2024-05-01, 2024-05-01T21:30:00Z, 2024-05 or 2024.`,
  nfo: (name: string) =>
    `${name} was not read: it is not an .nfo of Kodi or Jellyfin, or it has XML entities of its own, which could be an attack.`,
  cue: (name: string) => `${name} was not read: it has no tracks, or is about several files.`,
  captions: (name: string) => `${name} was not read: there are no captions with times in it.`,
  tooManyCaptions: (name: string, most: number) =>
    `${name} was not used: a recording can have at most ${most} caption files.`,
  picture: (name: string) => `${name} was not used: it is not a JPEG, PNG or WebP picture.`,
  pictureSize: (name: string) =>
    `${name} was not used: a picture must be at least 16 pixels wide and high, and have at most 40 million pixels.`,
} as const;
