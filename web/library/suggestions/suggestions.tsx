// Above the list, in one line: what to go on with, what is new, and what may be worth hearing again. Each recording once, and
// only what has something.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { VideoInList } from "#contract/video.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { sayAgo } from "#web/ago.ts";
import { sortVideos } from "#web/library/filter/filter.ts";
import { listQuery } from "#web/list-query.ts";
import { favouritesQuery } from "#web/lists/queries.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { useSavedAt } from "#web/memory/positions.ts";
import { toPlay } from "#web/place.ts";
import { Picture } from "#web/library/picture.tsx";
import { findProgress, listUnfinished } from "#web/library/progress.ts";
import css from "./suggestions.module.css";
import { words } from "./words.ts";

type Why = "continue" | "new" | "day" | "favourites" | "forgotten";

interface Known {
  positions: Readonly<Record<string, number>>;
  /** When each position was saved, by recording. */
  savedAt: Readonly<Record<string, string>>;
  favourites: readonly string[];
  /** When the visit before this one ended. */
  lastVisit: Date | null;
  now: Date;
}

interface Suggestion {
  video: VideoInList;
  hint: string;
}

const most = { continue: 12, new: 6, day: 3, favourites: 6, forgotten: 3, newest: 6 } as const;
/** After so many days without it, a recording has not been heard for long. */
const longDays = 60;
const dayMs = 86_400_000;

export function suggest(videos: readonly VideoInList[], known: Known): { why: Why; suggestions: Suggestion[] }[] {
  const { positions, savedAt, favourites, lastVisit, now } = known;
  const open = videos.filter(isOpen);
  const byId = new Map(open.map((video) => [video.id, video]));
  const of = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const heard = Object.entries(savedAt).toSorted(([, a], [, b]) => Date.parse(a) - Date.parse(b));
  const found: Record<Why, Suggestion[]> = {
    continue: listUnfinished(videos, positions).map((video) => ({ video, hint: sayLeft(video, positions) })),
    new: open
      .filter(({ add_date }) => lastVisit !== null && new Date(add_date) > lastVisit && new Date(add_date) <= now)
      .map((video) => ({ video, hint: formatDate(video) })),
    day: open.flatMap((video) => {
      const years = yearsToTheDay(video, now);
      return years > 0 ? [{ video, hint: words.years(years) }] : [];
    }),
    favourites: of(favourites).map((video) => ({ video, hint: formatDate(video) })),
    forgotten: heard.flatMap(([id, at]) => {
      const video = byId.get(id);
      const isLong = now.getTime() - Date.parse(at) > longDays * dayMs;
      return video && isLong ? [{ video, hint: words.lastHeard(sayAgo(new Date(at), now)) }] : [];
    }),
  };
  const seen = new Set<string>();
  const order: Why[] = ["continue", "new", "day", "favourites", "forgotten"];
  return order.flatMap((why) => {
    const suggestions = found[why].filter(({ video }) => !seen.has(video.id)).slice(0, most[why]);
    for (const { video } of suggestions) seen.add(video.id);
    return suggestions.length > 0 ? [{ why, suggestions }] : [];
  });
}

function isOpen({ locked, state, hidden }: VideoInList): boolean {
  return !locked && state === "published" && !hidden;
}

function sayLeft({ id, duration }: VideoInList, positions: Known["positions"]): string {
  const seconds = Math.round((duration ?? 0) - (positions[id] ?? 0));
  if (seconds < 60) return words.secondsLeft(seconds);
  const minutes = Math.round(seconds / 60);
  return words.left(Math.floor(minutes / 60), minutes % 60);
}

/** How many years ago it was on this day; 0 when it was not. */
function yearsToTheDay({ add_date, time_missing, only_known }: VideoInList, now: Date): number {
  if (only_known) return 0;
  const date = new Date(add_date);
  const [year, month, day] = time_missing
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];
  return month === now.getMonth() && day === now.getDate() ? now.getFullYear() - year : 0;
}

export function Suggestions({ videos }: { videos: readonly VideoInList[] }) {
  const positions = usePersisted((persisted) => persisted.positions);
  const savedAt = useSavedAt();
  const { data } = useQuery(favouritesQuery);
  const favourites = data?.videos ?? [];
  const shelves = suggest(videos, { positions, savedAt, favourites, lastVisit, now: openedAt });
  if (shelves.length === 0) return null;
  return (
    <div className={css.suggestions}>
      {shelves.map(({ why, suggestions }) => (
        <Shelf key={why} {...{ why, suggestions, positions }} />
      ))}
    </div>
  );
}

/** Where somebody has found nothing. */
export function Newest() {
  const { data = [] } = useQuery(listQuery);
  const positions = usePersisted((persisted) => persisted.positions);
  const newest = sortVideos(data.filter(isOpen), "newest").slice(0, most.newest);
  const suggestions = newest.map((video) => ({ video, hint: formatDate(video) }));
  return (
    <>
      <Link to="/songs">{words.songs}</Link>
      {suggestions.length > 0 && (
        <div className={css.suggestions}>
          <Shelf why="newest" {...{ suggestions, positions }} />
        </div>
      )}
    </>
  );
}

interface ShelfProps {
  why: Why | "newest";
  suggestions: readonly Suggestion[];
  positions: Known["positions"];
}

function Shelf({ why, suggestions, positions }: ShelfProps) {
  return (
    <section className={css.shelf} aria-labelledby={`shelf-${why}`}>
      <h2 id={`shelf-${why}`}>{words.headings[why]}</h2>
      <ul className={css.items} aria-labelledby={`shelf-${why}`}>
        {suggestions.map(({ video, hint }) => (
          <li key={video.id}>
            <Item video={video} hint={hint} progress={findProgress(positions[video.id] ?? 0, video.duration)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ video, hint, progress }: Suggestion & { progress: number | undefined }) {
  return (
    <div className={css.item}>
      <span className={css.picture}>
        <Picture key={video.thumbnail_url} video={video} />
        {progress !== undefined && <span className={css.progress} style={{ transform: `scaleX(${progress})` }} />}
      </span>
      <div className={css.words}>
        <Link to={`/video/${video.id}`} state={{ depth: 1, ...toPlay }} className={css.title}>
          <bdi>{video.title}</bdi>
        </Link>
        <small className={css.hint}>{hint}</small>
      </div>
      <svg className={css.play} viewBox="0 0 20 20" aria-hidden="true">
        <path d="M6.5 4v12l10-6z" />
      </svg>
    </div>
  );
}

// When this browser was here before. Its own entry: the persisted one holds only what the specification says.

const entry = "stagedoor-visit";
/** Shorter than this, somebody has only come back to the same visit. */
const visitMs = 4 * 3_600_000;
const openedAt = new Date();
const lastVisit = noteVisit(openedAt);

/** Returns when the visit before this one was. */
function noteVisit(now: Date): Date | null {
  try {
    const [last = NaN, before = NaN] = (localStorage.getItem(entry) ?? "").split(" ").map((text) => Date.parse(text));
    const since = now.getTime() - last > visitMs ? last : before;
    const text = Number.isNaN(since) ? "" : new Date(since).toISOString();
    localStorage.setItem(entry, `${now.toISOString()} ${text}`);
    return text === "" ? null : new Date(since);
  } catch {
    return null;
  }
}
