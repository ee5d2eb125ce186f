// What editors and members are told about songs and set lists.
import type { DoubtKind } from "#contract/songs.ts";

export const words = {
  noSuchSong: "There is no such song.",
  changedMeanwhile: "Somebody else has changed this set list in the meantime. Look at what changed, then save again.",
  changedSince: "The set list has been changed again since then. Only the newest change can be undone.",
  songChangedMeanwhile: "Somebody else has changed this song in the meantime. Look at what changed, then save again.",
  songChangedSince: "The song has been changed again since then. Only the newest change can be undone.",
  songTitleTaken: (title: string) =>
    `Another song by the same artist is called “${title}” now. Rename one of them, or merge the two.`,
  mergeSelf: "A song cannot be merged into itself. Choose another one.",
  mergeSelfRule: "must be another song",
  /** "The song …" */
  brokenSong: (rule: string) => `The song ${rule}.`,
  songRules: {
    title: "must have a title",
    artist: "has an original artist, but is not marked as a cover",
    taken: "has the same title and artist as another song: merge the two instead",
  },
  cannotContinue: "More entries could not be loaded. Please reload the list.",
  cursorRule: "must be the value of `next` from a page with the same sort order",

  /** For a stream marker without a description. Read as talk, so that no song is called so. */
  marker: (number: number) => `Marker ${number} (not a song)`,

  /** A broken rule of an entry of a set list, by its number: "Entry 3 …". */
  broken: (entry: number, rule: string) => `Entry ${entry} ${rule}.`,
  rules: {
    songOrTalk: "must have a song or a description (such as talk), not both",
    songTwice: "names the same song twice",
    noSuchSong: "names a song that no longer exists",
    artist: "names an original artist for a song that is not marked as a cover",
    endAlone: "has an end but no start",
    endFirst: "ends before it starts",
    order: "starts before the entry above it, or at the same time",
    overlap: "ends after the next entry starts",
    tooLate: "is after the end of the recording",
  },

  /** Why a line of a text was not taken as it is. */
  doubts: {
    skipped: "This line does not look like a song and is left out.",
    "no-title": "This line has a time but no title and is left out.",
    "goes-back": "This time is before the one above it. Please set it by hand.",
    "too-late": "This time is after the end of the recording. Please set it by hand.",
    length: "This time looks like the length of the song. Please enter the start time by hand.",
    "too-long": "This line is too long and is left out.",
    "too-many": "A set list can have at most 300 entries. The lines after that are left out.",
  } satisfies Record<DoubtKind, string>,
} as const;
