// Every text of the home page that a viewer can read. What only editors read is in edit/words.ts, which viewers never load.
import type { VideoSort } from "#contract/video.ts";

export const words = {
  home: {
    pageTitle: "Home",
    archive: "Archive",
    loading: "Loading the recordings…",
    recordings: "Recordings",
  },
  view: { label: "Show as", list: "List", cards: "Cards" },
  failed: {
    title: "The recordings could not be loaded",
    text: "The server did not send the list. Please wait a moment, then try again.",
  },
  nothingFound: {
    title: "Nothing found",
    text: "No recordings match these filters.",
    showAll: "Show all recordings",
  },
  empty: {
    title: "There are no recordings yet",
    text: "The first recording will appear here as soon as it is added.",
    textForEditors:
      "Upload recordings in the studio, or copy files into the archive’s incoming folder. They are added automatically.",
    upload: "Upload recordings",
  },
  card: {
    hiddenPrefix: "[HIDDEN] ",
    hidden: "Hidden",
    audioOnly: "Audio",
    locked: (level: string) => `Locked: ${level}`,
    preparing: "Preparing…",
    failed: "Could not be prepared",
    isPlaying: ", playing",
    isAway: ", needs a connection",
    seconds: " seconds",
    played: (percent: number) => `, ${percent} % played`,
    deletedOn: (date: string) => `will be deleted on ${date}`,
    deletedSoon: "will be deleted soon",
  },
} as const;

// Every text of the sorting and the filters that a person can read.
const sorts: Record<VideoSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  longest: "Longest first",
  title: "By title",
};

const all = (total: number) => (total === 1 ? "1 recording" : `${total.toLocaleString()} recordings`);

export const filterWords = {
  toolbar: {
    label: "Sort and filter",
    sort: "Sort",
    sorts,
    year: "Year",
    allYears: "All years",
    unfinished: "Partly watched",
    onlyHidden: "Only hidden",
  },
  count: {
    all,
    part: (known: number) => `${known}+ recordings`,
    some: (shown: number, total: number) => `${shown.toLocaleString()} of ${all(total)}`,
  },
} as const;
