// One song: every performance that one may see, newest first, and its figures.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router";
import type { LockedPerformance, SongPerformance } from "#contract/songs.ts";
import { ApiProblem } from "#web/api.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { formatDuration } from "#web/duration.ts";
import { FeedButton } from "#web/feed/feed-button.tsx";
import { ListTools } from "#web/lists/tools.tsx";
import { PlayButtons } from "#web/lists/play-buttons.tsx";
import { usePageTitle } from "#web/title.ts";
import { NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Figures } from "./figures.tsx";
import { figuresQuery, songQuery } from "./queries.ts";
import { SongAbout } from "./song-about.tsx";
import css from "./songs.module.css";
import { words } from "./words.ts";

export function SongPage({ id }: { id: string }) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(songQuery(id));
  const { data: figures } = useQuery(figuresQuery(id));
  const song = data?.pages[0]?.song;
  usePageTitle(song?.title ?? words.song.title);
  if (error instanceof ApiProblem && error.status === 404) return <Navigate to="/404" replace />;
  if (error && !song)
    return (
      <NotLoaded title={words.song.failed} query={{ isFetching, refetch }}>
        {error.message}
      </NotLoaded>
    );
  if (!song) return <Waiting>{words.song.loading}</Waiting>;
  const performances = data.pages.flatMap((page) => page.performances);
  const locked = data.pages[0]?.locked ?? [];
  return (
    <div className={css.page}>
      <div>
        <Link to="/songs" className={css.back}>
          {words.song.all}
        </Link>
        <h1>
          <bdi>{song.title}</bdi>
        </h1>
        {song.is_cover && (
          <p className={css.dim}>
            <bdi>{song.artist === null ? words.song.cover : words.song.coverOf(song.artist)}</bdi>
          </p>
        )}
      </div>
      <SongAbout song={song} times={figures?.times} />
      {performances.some(({ start }) => start !== null) && (
        <div className={css.tools}>
          <PlayButtons from={{ song: id }} />
          <FeedButton of={`song-${song.id}`} title={song.title} />
        </div>
      )}
      {figures && <Figures figures={figures} />}
      <h2>{words.song.performances}</h2>
      <ol className={css.performances}>
        {performances.map((performance) => (
          <li key={performance.id} className={css.performance}>
            <PerformanceRow performance={performance} title={song.title} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {words.songs.more}
        </Button>
      )}
      {locked.length > 0 && <LockedRows locked={locked} />}
    </div>
  );
}

function PerformanceRow({ performance, title }: { performance: SongPerformance; title: string }) {
  const { video_title, thumbnail_url, length, part, guest, note, debut, with_songs } = performance;
  const date = formatDay(performance);
  const details = [
    ...(part === null ? [] : [part]),
    ...(with_songs.length > 0 ? [words.song.medleyWith(with_songs.map(({ title }) => title).join(", "))] : []),
    ...(guest === null ? [] : [words.song.guest(guest)]),
    ...(debut ? [words.song.debut] : []),
    ...(note === null ? [] : [note]),
  ];
  return (
    <>
      <Link to={addressOf(performance)} state={{ depth: 0 }} className={css.row}>
        <span className={css.picture}>{thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" />}</span>
        <span className={css.title}>
          <bdi>{video_title}</bdi>
          <small className={css.dim}>
            <bdi>{[date, ...details].join(" · ")}</bdi>
          </small>
        </span>
        <span className={css.dim}>{length === null ? "" : formatDuration(length)}</span>
      </Link>
      <ListTools
        entry={{ video_id: performance.video_id, performance_id: performance.id }}
        title={words.song.performedIn(title, video_title)}
      />
    </>
  );
}

/** The page of each says what is needed to watch it. */
function LockedRows({ locked }: { locked: readonly LockedPerformance[] }) {
  return (
    <>
      <h2>{words.song.locked}</h2>
      <ol className={css.performances}>
        {locked.map(({ video_id, video_title, thumbnail_url, duration, locked: { name }, ...played }) => (
          <li key={video_id} className={css.performance}>
            <Link to={`/video/${video_id}`} state={{ depth: 0 }} className={css.row}>
              <span className={css.picture}>{thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" />}</span>
              <span className={css.title}>
                <bdi>{video_title}</bdi>
                <small className={css.dim}>{[formatDay(played), words.song.lockedFor(name)].join(" · ")}</small>
              </span>
              <span className={css.dim}>{duration === null ? "" : formatDuration(duration)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

/** At its moment, where that is known. */
function addressOf({ video_id, start }: SongPerformance): string {
  return start === null ? `/video/${video_id}` : `/video/${video_id}?t=${start}`;
}
