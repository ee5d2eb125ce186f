// One song: every performance that one may see, newest first, and below them what is known about it.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import type { Answer } from "#contract/api.ts";
import type { LockedPerformance, Song, SongFigures, SongPerformance } from "#contract/songs.ts";
import { ApiProblem } from "#web/api.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { useFeed } from "#web/feed/feed-button.tsx";
import { picturesOf } from "#web/lists/cover.tsx";
import { Head } from "#web/lists/head.tsx";
import lists from "#web/lists/lists.module.css";
import { usePlay } from "#web/lists/play.ts";
import rows from "#web/lists/rows/row.module.css";
import { Row } from "#web/lists/rows/row.tsx";
import { Wave } from "#web/lists/rows/wave.tsx";
import { ListTools } from "#web/lists/tools.tsx";
import { words as listWords } from "#web/lists/words.ts";
import { useSounds } from "#web/lists/rows/sounds.ts";
import { usePageTitle } from "#web/title.ts";
import { NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Facts } from "./facts.tsx";
import { figuresQuery, songQuery } from "./queries.ts";
import css from "./songs.module.css";
import { useSongEditing } from "./use-song-editing.tsx";
import { words } from "./words.ts";

export function SongPage({ id }: { id: string }) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(songQuery(id));
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
  return <OneSong song={song} pages={data.pages} {...{ hasNextPage, isFetching }} more={() => void fetchNextPage()} />;
}

interface OneProps {
  song: Song;
  pages: readonly Answer<"getSong">[];
  hasNextPage: boolean;
  isFetching: boolean;
  more: () => void;
}

function OneSong({ song, pages, hasNextPage, isFetching, more }: OneProps) {
  const { data: figures } = useQuery(figuresQuery(song.id));
  const feed = useFeed({ of: `song-${song.id}`, title: song.title });
  const editing = useSongEditing(song, figures?.times);
  const performances = pages.flatMap((page) => page.performances);
  const locked = pages[0]?.locked ?? [];
  const canPlay = performances.some(({ start }) => start !== null);
  return (
    <div className={lists.page}>
      <Head
        kind={
          song.is_cover ? (song.artist === null ? words.song.cover : words.song.coverOf(song.artist)) : words.song.title
        }
        title={song.title}
        facts={figures ? [words.song.played(figures.times), ...sayYears(figures)].join(" · ") : ""}
        pictures={picturesOf(performances)}
        from={canPlay ? { song: song.id } : undefined}
        items={[...(canPlay ? [feed.item] : []), ...editing.items]}
      />
      {feed.dialog}
      {editing.dialog}
      <h2 className="visually-hidden">{words.song.performances}</h2>
      <ol className={rows.rows}>
        {performances.map((performance, index) => (
          <li key={performance.id}>
            <PerformanceRow performance={performance} song={song} number={index + 1} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className={css.more} busy={isFetching} onClick={more}>
          {words.songs.more}
        </Button>
      )}
      {locked.length > 0 && <LockedRows locked={locked} />}
      <Facts song={song} figures={figures} />
    </div>
  );
}

function sayYears({ years }: SongFigures): string[] {
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  return [first === last ? String(first) : words.song.years(first, last)];
}

function PerformanceRow({ performance, song, number }: { performance: SongPerformance; song: Song; number: number }) {
  const {
    id,
    video_id,
    video_title,
    thumbnail_url,
    waveform,
    length,
    start,
    end,
    part,
    guest,
    note,
    debut,
    with_songs,
  } = performance;
  const key = { video_id, performance_id: id };
  const play = usePlay();
  const named = { entry: key, title: words.song.performedIn(song.title, video_title) };
  const sounds = useSounds(key);
  const details = [
    formatDay(performance),
    ...(part === null ? [] : [part]),
    ...(with_songs.length > 0 ? [words.song.medleyWith(with_songs.map(({ title }) => title).join(", "))] : []),
    ...(guest === null ? [] : [words.song.guest(guest)]),
    ...(debut ? [words.song.debut] : []),
    ...(note === null ? [] : [note]),
  ];
  return (
    <Row
      number={number}
      picture={thumbnail_url}
      title={video_title}
      second={<bdi>{details.join(" · ")}</bdi>}
      wave={<Wave address={waveform} start={start} end={end} />}
      length={length}
      sounds={sounds}
      main={
        start === null
          ? { to: `/video/${video_id}` }
          : { play: () => play.mutate({ from: { song: song.id }, shuffle: false, first: key }) }
      }
      named={named}
      tools={
        <ListTools
          {...named}
          more={[
            { label: listWords.menu.toRecording, to: `/video/${video_id}` },
            ...with_songs.map((one) => ({ label: listWords.menu.toOneOf(one.title), to: `/song/${one.id}` })),
          ]}
        />
      }
    />
  );
}

/** The page of each says what is needed to watch it. */
function LockedRows({ locked }: { locked: readonly LockedPerformance[] }) {
  return (
    <>
      <h2 className={css.heading}>{words.song.locked}</h2>
      <ol className={rows.rows}>
        {locked.map(({ video_id, video_title, thumbnail_url, duration, locked: { name }, ...played }) => (
          <li key={video_id}>
            <Row
              picture={thumbnail_url}
              title={video_title}
              second={[formatDay(played), words.song.lockedFor(name)].join(" · ")}
              length={duration}
              main={{ to: `/video/${video_id}` }}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
