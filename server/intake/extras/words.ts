// What editors are told about captions and thumbnails.
export const words = {
  preparing: "This recording is still being prepared. Please try again when it is done.",
  noSuchCaptions: "There are no such captions.",
  full: (most: number) => `A recording can have at most ${most} caption files. Delete or replace one of them.`,
  noCues: "There are no captions with times in this file. Choose a SubRip (.srt) or WebVTT (.vtt) file.",
  language: "must be the code of a language, such as en or pt-BR",
  brokenLanguage: "The language must be the code of a language, such as en or pt-BR.",
  changedMeanwhile: "The captions of this recording have just been changed. Please reload the page.",
  picture: "This is not a JPEG, PNG or WebP picture. Choose another file.",
  pictureSize:
    "A picture must be at least 16 pixels wide and high, have at most 40 million pixels, and be at most 10 MB large.",
  changedSince: "This was changed again later, so it cannot be undone. Look at the recording's history.",
  noLongerKept: "The earlier file is no longer kept, so this cannot be undone. Please upload the file again.",
  uploaded: "an uploaded picture",
  chosenByArchive: "chosen by the archive",
  frameAt: (seconds: number) => `the picture at ${seconds} s`,
  noFrame: "This recording has no video to choose a picture from.",
} as const;
