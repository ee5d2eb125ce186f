// What editors read about preparing a recording: its steps, and what went wrong.
const continuesByItself = "Nothing is lost: this continues by itself when there is space.";

export const words = {
  /** What an editor reads while a step runs. */
  steps: {
    first: "Making it playable",
    pictures: "Choosing a thumbnail",
    captions: "Reading the captions",
    sound: "Adjusting the loudness",
    rungs: "Making lower qualities",
    check: "Checking all files",
  },

  // a recording that plays, but not as it should
  dolby:
    "The colours of this recording are wrong: it is in Dolby Vision (profile 5), which can't be converted here. Export it as HDR10, HLG or SDR and upload it again.",
  damagedInPlaces:
    "This recording is damaged in places. It plays, but may stutter there. If you have a better copy, upload it.",
  partlyRead:
    "This recording is damaged: parts of it could not be read. The rest plays. If you have a better copy, upload it.",
  soundNotRead:
    "The audio of this recording is damaged and could not be read. The video plays without it. If you have a better copy, upload it.",
  partNotPrepared:
    "A part of this recording could not be prepared: the timestamps in the file are damaged. The rest plays. To get all of it, export the recording again from the program that made it, and upload that file.",
  cutOff: (said: string, found: string) =>
    `This recording should last ${said}, but it ends after ${found}. It seems to be cut off. If you have the complete file, upload it.`,
  endsInside:
    "This recording seems to be cut off: its file ends too early. What is there plays. If you have the complete file, upload it.",

  // a recording that could not be prepared
  empty: "This recording is empty: it has neither video nor audio. Please upload another file.",
  damaged:
    "This recording is damaged: most of it could not be read. Its file is kept. Please upload a good copy of it.",
  nothingPlays: "Nothing in this file can be played. Export it again as a plain MP4, and upload that file.",
  wrongTimes:
    "This recording could not be prepared: the timestamps in the file are damaged. Please export it again from the program that made it, and upload that file.",
  cutByEditList:
    "This file has cuts (in its MP4 edit list) that can't be played correctly here. Please export it again as a plain MP4, and upload that file.",
  notPrepared: "This recording could not be prepared. Its file is kept. The owner can find details in the server log.",
  serverStopped:
    "The server stopped every time it prepared this recording. Its file is kept. The owner can find details in the server log.",

  // a step in the queue
  unexpected: "An unexpected error happened. The owner can find details in the server log.",
  programFailed: (what: string) => `The program for this step failed: ${what}.`,
  noSpace: ({ free, needed, missing }: Record<"free" | "needed" | "missing", string>) =>
    `There is not enough space: ${needed} is needed, but only ${free} is free. Free at least ${missing}. ${continuesByItself}`,
  diskFull: (free: string) =>
    `The disk was full before this step was finished: only ${free} is free, and more is needed. ${continuesByItself}`,
} as const;
