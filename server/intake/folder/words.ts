// Why a file in an imported folder is left out.
export const words = {
  clutter: "made by a system or a camera for itself",
  clutterFolder: "a folder that a system made, or a hidden one",
  hidden: "hidden",
  unfinished: "not complete: its name ends in .part, .tmp or similar",
  notBeside: "not part of a recording: no recording has this name",
  link: "a link to another place",
  special: "not a file but a pipe, a socket or a device",
  tooDeep: "too deep below the folder that was named",
} as const;
