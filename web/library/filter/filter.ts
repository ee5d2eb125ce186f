// What is shown and in which order: read from the address, written to it, and applied to the list. Pure.
import type { VideoInList, VideoSort } from "#contract/video.ts";
import { isUnfinished } from "#web/library/progress.ts";
import type { Dated } from "#contract/dates/dates.ts";

export interface Filter {
  sort: VideoSort;
  year: number | null;
  isHiddenOnly: boolean;
  isUnfinishedOnly: boolean;
}

export const sorts: readonly VideoSort[] = ["newest", "oldest", "longest", "title"];

const names = ["sort", "year", "hidden", "unfinished"] as const;

/** What the address asks for; values that make no sense are ignored. */
export function readFilter(query: URLSearchParams, { canEdit }: { canEdit: boolean }): Filter {
  const year = Number(query.get("year"));
  return {
    sort: sorts.find((sort) => sort === query.get("sort")) ?? "newest",
    year: Number.isInteger(year) && year > 0 ? year : null,
    isHiddenOnly: canEdit && query.get("hidden") === "only",
    isUnfinishedOnly: query.get("unfinished") === "1",
  };
}

/** The address with this filter in it; defaults are left out, parameters of others stay. */
export function writeFilter(query: URLSearchParams, filter: Filter): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of names) next.delete(name);
  if (filter.sort !== "newest") next.set("sort", filter.sort);
  if (filter.year !== null) next.set("year", String(filter.year));
  if (filter.isHiddenOnly) next.set("hidden", "only");
  if (filter.isUnfinishedOnly) next.set("unfinished", "1");
  return next;
}

/** Whether the filter leaves recordings out; sorting does not. */
export function isNarrow({ year, isHiddenOnly, isUnfinishedOnly }: Filter): boolean {
  return year !== null || isHiddenOnly || isUnfinishedOnly;
}

type Positions = Readonly<Record<string, number>>;

export function filterVideos(videos: readonly VideoInList[], filter: Filter, positions: Positions): VideoInList[] {
  return videos.filter(
    (video) =>
      (!filter.isHiddenOnly || video.hidden) &&
      (filter.year === null || factsOf(video).year === filter.year) &&
      (!filter.isUnfinishedOnly || isUnfinished(video, positions)),
  );
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const orders: Record<VideoSort, (a: VideoInList, b: VideoInList) => number> = {
  newest: (a, b) => compare(b.add_date, a.add_date) || compare(b.id, a.id),
  oldest: (a, b) => compare(a.add_date, b.add_date) || compare(a.id, b.id),
  longest: (a, b) => (b.duration ?? -1) - (a.duration ?? -1) || compare(b.id, a.id),
  title: (a, b) => collator.compare(a.title, b.title) || compare(a.id, b.id),
};

export function sortVideos(videos: readonly VideoInList[], sort: VideoSort): VideoInList[] {
  return videos.toSorted(orders[sort]);
}

export interface Group {
  /** Null without a heading: sorted by something else, or only a few. */
  year: number | null;
  count: number;
}

/** So few recordings are seen at a glance, without headings. */
const mostWithoutYears = 12;

/** Consecutive recordings of the same year, one group per heading. */
export function groupVideos(videos: readonly VideoInList[], sort: VideoSort): Group[] {
  if (videos.length === 0) return [];
  const hasYears = (sort === "newest" || sort === "oldest") && videos.length > mostWithoutYears;
  if (!hasYears) return [{ year: null, count: videos.length }];
  const groups: Group[] = [];
  for (const video of videos) {
    const { year } = factsOf(video);
    const last = groups.at(-1);
    if (last?.year === year) last.count++;
    else groups.push({ year, count: 1 });
  }
  return groups;
}

/** The latest first. */
export function listYears(videos: readonly VideoInList[]): number[] {
  return [...new Set(videos.map((video) => factsOf(video).year))].toSorted((a, b) => b - a);
}

// Computed once per recording: after a reload, what has not changed is still the same object.
const known = new WeakMap<VideoInList, Facts>();

interface Facts {
  year: number;
  /** The month, from 0; null where only the year is known. */
  month: number | null;
}

/** When it was. */
export function factsOf(video: VideoInList): Facts {
  let facts = known.get(video);
  if (!facts) {
    facts = monthOf(video);
    known.set(video, facts);
  }
  return facts;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The year and month of the date as it is shown. */
export function monthOf({ add_date, time_missing, only_known: onlyKnown }: Dated): Facts {
  const date = new Date(add_date);
  if (!time_missing) return { year: date.getFullYear(), month: date.getMonth() };
  return { year: date.getUTCFullYear(), month: onlyKnown === "year" ? null : date.getUTCMonth() };
}
