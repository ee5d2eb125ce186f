// Every text of the sorting and the filters that a person can read.
import type { VideoSort } from "#contract/video.ts";

const sorts: Record<VideoSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  longest: "Longest first",
  title: "By title",
};

const all = (total: number) => (total === 1 ? "1 recording" : `${total.toLocaleString()} recordings`);

export const words = {
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
