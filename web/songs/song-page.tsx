// One song: every performance that one may see, newest first, and below them what is known about it.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Navigate, Link } from "react-router";
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
import { figuresQuery, songQuery } from "./queries.ts";
import css from "./songs.module.css";
import { words } from "./words.ts";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useUser } from "#web/session.ts";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { formatClock } from "#web/duration.ts";
import factsCss from "./facts.module.css";

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

const SongDialog = lazy(async () => ({ default: (await import("./edit/song-dialog.tsx")).SongDialog }));
const MergeDialog = lazy(async () => ({ default: (await import("./edit/merge-dialog.tsx")).MergeDialog }));

/** What editors can do with a song, as entries of its menu; the dialogs are loaded on demand. */
function useSongEditing(song: Song, times = 0): { items: MenuItem[]; dialog: ReactNode } {
  const { user } = useUser();
  const [open, setOpen] = useState<"edit" | "merge" | null>(null);
  const close = () => setOpen(null);
  if (!user?.can_edit) return { items: [], dialog: null };
  return {
    items: [
      { label: words.edit.open, act: () => setOpen("edit") },
      { label: words.merge.open, act: () => setOpen("merge") },
    ],
    dialog: (
      <Suspense>
        {open === "edit" && <SongDialog song={song} close={close} />}
        {open === "merge" && <MergeDialog song={song} times={times} close={close} />}
      </Suspense>
    ),
  };
}

/**
 * What is known about a song: names, notes, first and last, longest and shortest, by year, and between which songs it
 * was played.
 */
function Facts({ song, figures }: { song: Song; figures: SongFigures | undefined }) {
  const { other_names, notes, lyrics_url } = song;
  return (
    <section className={factsCss.all} aria-labelledby="facts">
      <h2 id="facts" className={factsCss.title}>
        {words.song.facts}
      </h2>
      {other_names.length > 0 && (
        <p className="dim">
          <bdi>{words.song.otherNames(other_names.join(", "))}</bdi>
        </p>
      )}
      {notes !== "" && (
        <p className={factsCss.notes} dir="auto">
          {notes}
        </p>
      )}
      {lyrics_url !== null && (
        <p>
          <a href={lyrics_url} target="_blank" rel="noopener noreferrer">
            {words.song.lyrics}
          </a>
        </p>
      )}
      {figures && <Figures figures={figures} />}
    </section>
  );
}

export function Figures({ figures }: { figures: SongFigures }) {
  const { times, first, last, longest, shortest, years, before, after } = figures;
  return (
    <div className={factsCss.figures}>
      <dl className={factsCss.facts}>
        <Fact label={words.song.first} performance={first} say={formatDay} />
        {times > 1 && <Fact label={words.song.last} performance={last} say={formatDay} />}
        <Fact
          label={words.song.longest}
          performance={times > 1 ? longest : null}
          say={({ length }) => formatClock(length ?? 0)}
        />
        <Fact
          label={words.song.shortest}
          performance={times > 1 ? shortest : null}
          say={({ length }) => formatClock(length ?? 0)}
        />
      </dl>
      {years.length > 1 && <Years years={years} />}
      <Neighbours heading={words.song.before} songs={before} />
      <Neighbours heading={words.song.after} songs={after} />
    </div>
  );
}

interface FactProps {
  label: string;
  performance: SongPerformance | null;
  say: (performance: SongPerformance) => string;
}

function Fact({ label, performance, say }: FactProps) {
  if (performance === null) return null;
  const { video_id, start } = performance;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Link to={`/video/${video_id}${start === null ? "" : `?t=${start}`}`}>{say(performance)}</Link>
      </dd>
    </div>
  );
}

function Years({ years }: { years: SongFigures["years"] }) {
  const [from, to] = [years[0]?.year ?? 0, years.at(-1)?.year ?? 0];
  const counts = new Map(years.map(({ year, times }) => [year, times]));
  const most = Math.max(...counts.values());
  const all = Array.from({ length: Math.min(60, to - from + 1) }, (_, index) => to - Math.min(59, to - from) + index);
  // on a phone there is room for ten labels
  const step = Math.ceil(all.length / 10);
  return (
    <div>
      <h3 className={factsCss.heading}>{words.song.byYear}</h3>
      <ol className={factsCss.years}>
        {all.map((year) => {
          const count = counts.get(year) ?? 0;
          return (
            <li key={year} title={words.song.inYear(year, count)}>
              <span className="visually-hidden">{words.song.inYear(year, count)}</span>
              <i style={{ height: `${(count / most) * 100}%` }} />
              {(to - year) % step === 0 && <small aria-hidden="true">{year}</small>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Neighbours({ heading, songs }: { heading: string; songs: SongFigures["before"] }) {
  if (songs.length === 0) return null;
  return (
    <div>
      <h3 className={factsCss.heading}>{heading}</h3>
      <ul className={factsCss.neighbours}>
        {songs.map(({ id, title, times }) => (
          <li key={id}>
            <Link to={`/song/${id}`}>
              <bdi>{words.song.neighbour(title, times)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
