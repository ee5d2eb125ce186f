// What is said about each file in the folder incoming, in the folder itself and in the studio.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // files that are not added
  notReadable:
    "The server has no permission to read this file. Give the user that runs the server permission to read it.",
  link: "This only points to a file in another place (a symbolic link). Put the file itself into incoming.",
  special: "This is not a file but a pipe, a socket or a device. Put a file into incoming.",
  folder:
    "This folder is not read: the server has no permission to read it, or it is more than 32 folders deep. Put its files directly into incoming.",
  dot: "Its name begins with a dot, so it counts as unfinished. Rename it when it is complete.",
  unfinished: "Its name ends in .part, .tmp or similar, so it counts as unfinished. Rename it when it is complete.",
  sidecarAlone:
    "This file belongs to a recording, but the recording is missing. Put the recording into the same folder, with the same name: show.mp4.json, show.en.srt and show.jpg belong to show.mp4.",
  text: "This is not a recording, so it is not added. Delete it if you do not need it here.",
  empty: "This file is empty. It is added once it has content. If it stays empty, copy it again.",
  sidecarNotReadable: (name: string) =>
    `${name} next to it cannot be read. Replace it with a file that the server may read, or delete it.`,
  folderNotWritable:
    "The server has no permission to delete files in this folder. Give the user that runs the server permission to write to incoming.",

  // files that are added soon
  copying: "Being copied into the archive.",
  stillOpen: "Another program has it open for writing. It is added when that program has closed it.",
  waiting: (wait: string) => `Waiting until it has been unchanged for ${wait}.`,
  notCopied: "It could not be copied. The owner can find details in the server log.",
  triedAgain: (problem: string) => `${problem} The server tries again by itself.`,
  minutes: (count: number) => sayCount(count, "minute"),
  seconds: (count: number) => sayCount(count, "second"),

  // files in incoming/refused
  refused: "This file was refused. The text file next to it says why.",

  // the text file in the folder
  heading: "Stagedoor has not added these files from the incoming folder:",
  /** Earlier headings: a text that begins with one of them is ours, too, and may be replaced. */
  earlierHeadings: [
    "Stagedoor has not added these files from the folder incoming:",
    "Stagedoor has not taken in these files of the folder incoming:",
  ],
  since: (moment: string) => `Since ${moment}. `,
  more: (count: number) => `And ${count} more.`,
} as const;
