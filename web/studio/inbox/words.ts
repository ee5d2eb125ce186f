// What editors read in the inbox.
import { sayCount } from "#web/studio/format.ts";

const recordings = (count: number) => sayCount(count, "recording");

export const words = {
  what: "the inbox",
  title: "Inbox",
  lead: (areHidden: boolean) =>
    `These recordings are new, and no editor has looked at them yet. ${
      areHidden
        ? "Correct what is wrong, then publish them."
        : "Members see them already. Correct what is wrong, then mark them as checked."
    }`,
  more: (shown: number, total: number) =>
    `The first ${shown.toLocaleString()} of ${total.toLocaleString()} are shown. The others follow when these are done.`,
  empty: {
    title: "The inbox is empty",
    text: "Recordings that are imported or put into the incoming folder are listed here.",
  },
  keys: "Enter and the arrow keys go to the next row. Paste several lines to fill the rows below. Ctrl+S saves.",
  list: "Recordings in the inbox",
  columns: { title: "Title", date: "Date", description: "Description" },
  cell: (column: string, place: string) => `${column} of ${place}`,
  select: (place: string) => `Select ${place}`,
  selectAll: "Select all",
  from: (title: string, date: string) => `Title from ${title}, date from ${date}.`,
  guess: "Guessed",
  hidden: "Hidden",
  preparing: "Being prepared",
  failed: "Could not be prepared",
  soundsLike: "May be the same as",
  badDate: "Write the date as 2024-05-01, with a time as 2024-05-01 21:30, or only 2024-05 or 2024.",
  badDateIn: (place: string) =>
    `Nothing was saved. ${place}: write the date as 2024-05-01, 2024-05-01 21:30, 2024-05 or 2024.`,
  emptyTitleIn: (place: string) => `Nothing was saved. ${place} needs a title.`,

  save: (count: number) => `Save ${sayCount(count, "changed recording")}`,
  discard: "Discard changes",
  publish: (count: number) => `Publish ${recordings(count)}`,
  publishAll: (count: number) => `Publish all ${recordings(count)}`,
  check: (count: number) => `Mark ${recordings(count)} as checked`,
  checkAll: (count: number) => `Mark all ${recordings(count)} as checked`,
  keepHidden: "Remove from the inbox, keep hidden",
  saved: (count: number) => `${recordings(count)} ${count === 1 ? "was" : "were"} changed.`,
  published: (count: number) => `${recordings(count)} ${count === 1 ? "is" : "are"} published.`,
  checked: (count: number) => `${recordings(count)} ${count === 1 ? "is" : "are"} marked as checked.`,
  keptHidden: (count: number) => `${recordings(count)} ${count === 1 ? "is" : "are"} no longer in the inbox.`,
  filled: (count: number) =>
    `${sayCount(count, "field")} ${count === 1 ? "was" : "were"} filled in. Nothing is saved yet.`,
  discarded: "The changes were discarded.",
  nothing: "Nothing to change.",
  undo: "Undo",

  levels: "Level and early access of several recordings",
  levelsScope: (count: number, isSelection: boolean) =>
    `${isSelection ? `For the ${recordings(count)} that you selected.` : `For all ${recordings(count)}.`} It takes effect immediately, and can be undone.`,
  tools: {
    open: "Change many at once",
    scope: (count: number, isSelection: boolean) =>
      isSelection ? `Changes the ${recordings(count)} that you selected.` : `Changes all ${recordings(count)}.`,
    column: "Column",
    pattern: "Pattern",
    patternHint:
      "{n} is replaced with 1, 2, 3, {nn} with 01, 02, 03, and {nnn} with 001, 002, 003. {date}, {title} and {file} are replaced with those of the recording. Example: Live on {date}, part {n}",
    first: "First number",
    fill: "Fill in",
    find: "Find",
    replace: "Replace with",
    replaceAll: "Replace",
  },
} as const;
