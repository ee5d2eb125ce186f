// Every text of the search that a person can read.
import { mostCounted, type FoundKind } from "#contract/search/kinds.ts";

const times = (count: number) => (count === 1 ? "once" : `${count.toLocaleString()} times`);
const some = (count: number) => (count > mostCounted ? `${mostCounted.toLocaleString()}+` : count.toLocaleString());

const kinds: Record<FoundKind, string> = { songs: "Songs", recordings: "Recordings", texts: "Said or written" };

export const words = {
  title: "Search",
  titleFor: (q: string) => `Search: ${q}`,
  loading: "Searching…",
  failed: "The search did not work.",
  choose: "What to show",
  all: "All",
  kinds,
  headings: { songs: "Songs", recordings: "Recordings", texts: "In what is said or written" } as Record<
    FoundKind,
    string
  >,
  some,
  showAll: (count: number) => `Show all ${some(count)}`,
  more: "Show more",
  /** Said to screen readers when the results are there. */
  found: (songs: number, recordings: number, texts: number) =>
    `Songs: ${some(songs)}. Recordings: ${some(recordings)}. In what is said or written: ${some(texts)}.`,
  best: "Best match",
  song: "Song",
  played: (count: number) => `Played ${times(count)}`,
  lastPlayed: (date: string) => `last ${date}`,
  play: (title: string) => `Play ${title}`,
  playIn: (title: string, date: string) => `Play it in ${title}, ${date}`,
  songIn: (song: string, recording: string) => `${song} in ${recording}`,
  songAt: (song: string, time: string) => `${song} at ${time}`,
  saidAt: (time: string) => `at ${time}`,
  written: "in the description",
  hiddenPrefix: "[HIDDEN] ",
  locked: (level: string) => `Locked: ${level}`,
  nearly: (q: string) => `Nothing has exactly “${q}”. These are spelled nearly like it:`,
  offer: "Did you mean",
  onlyNewest: (count: number) =>
    `Words of one or two letters are only looked for in the newest ${count.toLocaleString()} descriptions and captions.`,
  nothing: (q: string) => `Nothing found for “${q}”`,
  nothingText: "No title, song, description or caption matches. Try a shorter search.",
  nothingOfKind: "The other kinds may have it.",
  showAllKinds: "Show all kinds",
  recent: "Recent searches",
  forget: (q: string) => `Remove ${q} from recent searches`,
  forgetAll: "Clear recent searches",
  often: "Often played",
  start: "Find a song, a recording, or what was said",
  startText: "Type a few letters. Small spelling mistakes do not matter.",
  keys: "Arrow keys choose, Enter opens, Shift and Enter plays it next.",
} as const;
