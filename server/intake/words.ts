// What is said about a file that is to become a recording.
export const words = {
  untitled: "Untitled",

  // the description next to a file
  sidecarTooLarge: (name: string) => `${name} is too large. It can be at most 1 MB.`,
  sidecarNotReadable: (name: string) =>
    `${name} could not be read. It must contain JSON such as {"title": "…", "date": "2024-05-01"}.`,
  sidecarDate: (name: string) =>
    `The date in ${name} could not be read. Write it as 2024-05-01 or 2024-05-01T21:30:00Z.`,

  // what an editor types during an upload
  dateRule: "must be a date, or a date with a time and a time zone",
  brokenRule: (field: string, rule: string) => `The ${field} ${rule}.`,

  // the file itself
  damaged: "The file arrived damaged: its checksum is wrong. Please upload it again.",
  neverChecked: (times: number) =>
    `This file could not be checked: the check did not end, or was stopped, ${times} times. The file may be damaged. Please try again with another copy of it.`,
  inTrash: (title: string) =>
    `This recording is in the trash as “${title}”. Restore it from the trash instead of uploading it again.`,
  inTrashWithoutVideo: (title: string) =>
    `Only the audio of this recording is left; it is in the trash as “${title}”. Restore it, then upload the file again to get the video back.`,
  videoInTrash: (title: string) =>
    `The video of this recording is in the trash as “${title}”. Restore it from the trash instead of uploading it again.`,
  beingDeleted: "This recording is being deleted for good right now. Please try again in a minute.",
} as const;
