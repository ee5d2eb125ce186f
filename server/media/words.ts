// Why a file cannot become a recording, and what is said when the storage cannot be used.
const exportAsMp4 = "Export it as H.264 (MP4) and try again.";

export const words = {
  // judged by its first bytes
  empty: "This file is empty.",
  playlist: "This is a playlist, not a recording.",
  picture: "This is a picture, not a recording.",
  text: "This is a text file, not a recording.",
  unknownFormat:
    "This file format is not supported. MP4, MOV, MKV, WebM, TS, FLV, AVI, MP3, M4A, FLAC, Ogg and WAV work.",

  // judged by ffprobe
  editList:
    "This file has pauses or changes of speed (in its MP4 edit list) that can't be played correctly here. Please export it again as a plain MP4.",
  triedAgain: "This file could not be checked right now. It is kept, and the server tries again.",
  kindNotRead: `This kind of file can't be read here. ${exportAsMp4}`,
  damaged: "This file is incomplete or damaged: it could not be read. Please try again with a good copy.",
  tooManyTracks: (count: number, most: number) =>
    `This file has ${count} tracks, but at most ${most} are supported. Please export it with fewer tracks.`,
  nothingReadable: "This file has no video or audio that can be read here.",
  chained:
    "This file is several recordings in a row (a chained Ogg) that were made with different settings, so they can't be joined here. Upload them one by one, or export them as one file.",
  tooLong: (hours: number) => `This recording is longer than ${hours} hours. Please split it.`,
  tooLarge: (width: number, height: number) =>
    `The video is too large: ${width} x ${height}. Export it in a smaller size and try again.`,
  tooSmall: (width: number, height: number) =>
    `The video is too small: ${width} x ${height}. Export it in a larger size and try again.`,
  tooMuchMemory:
    "This file needs more memory than one recording may take: it is damaged, or its pictures are stored in an unusual way. Export it again as a plain MP4, and upload that file.",
  aFormat: "a format",
  foreign: (track: "video" | "audio" | "track", format: string, isNamed: boolean) =>
    `${track === "track" ? "A track of this file" : `The ${track}`} is in ${format}${isNamed ? ", which" : " that"} can't be read here. ${track === "audio" ? "Export it as AAC, FLAC or WAV and try again." : exportAsMp4}`,

  // a program that failed
  tookTooLong: (program: string | undefined, seconds: number) => `${program} took longer than ${seconds} s`,
  diskFailed: (program: string | undefined) => `${program} could not read or write a file`,
  endedWith: (program: string | undefined, code: number | string) => `${program} ended with ${code}`,
} as const;
