// One result each: a song with its newest performance, a recording with the songs that match, and a place where something is said.
import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "react-router";
import { formatDay, formatDayOf } from "#contract/dates/dates.ts";
import { findMarks, type Mark } from "#contract/search/marks.ts";
import type { FoundRecording, FoundSong, FoundText } from "#contract/search/search.ts";
import { formatClock, formatLength } from "#web/duration.ts";
import type { Named } from "#web/lists/favourites.ts";
import { ListIcon } from "#web/lists/icon.tsx";
import { useQueueing } from "#web/lists/queueing.ts";
import { type Sounds, useSongSounds, useSounds } from "#web/lists/rows/sounds.ts";
import { ListTools } from "#web/lists/tools.tsx";
import { words as listWords } from "#web/lists/words.ts";
import { usePlace } from "#web/place.ts";
import css from "./page.module.css";
import { words } from "./words.ts";

export function SongRow({
  found,
  words: sought,
  isBest,
}: {
  found: FoundSong;
  words: readonly string[];
  isBest?: boolean;
}) {
  const { song, newest } = found;
  const { last_played, only_known, times } = song;
  const last = last_played === null ? "" : words.lastPlayed(formatDay({ played_at: last_played, only_known }));
  const entry = { video_id: newest.video_id, performance_id: newest.id };
  return (
    <Row
      to={`/song/${song.id}`}
      title={<Marked text={song.title} marks={findMarks(song.title, sought)} />}
      about={[...(isBest ? [words.song] : []), [words.played(times), last].filter(Boolean).join(", ")].join(" · ")}
      picture={newest.thumbnail_url}
      play={{ to: addressOf(newest.video_id, newest.start), name: words.playIn(newest.video_title, formatDay(newest)) }}
      named={{ entry, title: words.songIn(song.title, newest.video_title) }}
      sounds={useSongSounds(song.id)}
      isBest={isBest === true}
    />
  );
}

export function RecordingRow({
  found: { video, songs },
  words: sought,
}: {
  found: FoundRecording;
  words: readonly string[];
}) {
  const { id, title, locked } = video;
  return (
    <Row
      to={`/video/${id}`}
      title={
        <>
          {video.hidden && words.hiddenPrefix}
          <Marked text={title} marks={findMarks(title, sought)} />
        </>
      }
      about={
        <>
          {locked ? words.locked(locked.name) : formatDayOf(video)}
          {songs.map((song) => (
            <span key={song.performance_id}>
              {" · "}
              {song.start === null ? (
                <bdi>{song.title}</bdi>
              ) : (
                <Link to={addressOf(id, song.start)} className={css.at}>
                  {words.songAt(song.title, formatClock(song.start))}
                </Link>
              )}
            </span>
          ))}
        </>
      }
      picture={video.thumbnail_url}
      duration={video.duration}
      sounds={useSounds({ video_id: id, performance_id: null })}
      play={locked ? undefined : { to: addressOf(id, songs[0]?.start ?? null), name: words.play(title) }}
      named={locked ? undefined : { entry: { video_id: id, performance_id: null }, title }}
    />
  );
}

export function TextRow({ found: { video, text, marks, at } }: { found: FoundText }) {
  const { id, title } = video;
  return (
    <Row
      to={addressOf(id, at)}
      title={<Marked text={text} marks={marks} />}
      about={
        <>
          <bdi>{title}</bdi>
          {` · ${at === null ? words.written : words.saidAt(formatClock(at))} · ${formatDayOf(video)}`}
        </>
      }
      picture={video.thumbnail_url}
      duration={video.duration}
      sounds={useSounds({ video_id: id, performance_id: null })}
      play={{ to: addressOf(id, at), name: words.play(title) }}
      named={{ entry: { video_id: id, performance_id: null }, title }}
      isText
    />
  );
}

interface RowProps {
  to: string;
  title: ReactNode;
  about: ReactNode;
  picture: string | null;
  duration?: number | null;
  /** Where it cannot be played, there is nothing to press. */
  play: { to: string; name: string } | undefined;
  named: Named | undefined;
  sounds: Sounds;
  isBest?: boolean;
  isText?: boolean;
}

function Row({ to, title, about, picture, duration, play, named, sounds, isBest = false, isText = false }: RowProps) {
  const place = usePlace();
  return (
    <li className={css.row} data-best={isBest} data-text={isText} data-sounds={sounds}>
      <span className={css.picture}>
        {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
        {duration !== undefined && <span className={css.duration}>{formatLength(duration)}</span>}
      </span>
      <div className={css.words}>
        {named ? (
          <QueueingLink to={to} named={named}>
            {title}
          </QueueingLink>
        ) : (
          <Link to={to} className={css.link} data-result>
            <bdi>{title}</bdi>
          </Link>
        )}
        <p className={css.about}>
          {sounds && <span className={css.sounds}>{listWords.row[sounds]} · </span>}
          {about}
        </p>
      </div>
      {play && (
        <button
          type="button"
          className={css.play}
          aria-label={play.name}
          title={play.name}
          onClick={() => place.play(play.to)}
        >
          <ListIcon name="play" isFilled />
        </button>
      )}
      {named && <ListTools {...named} />}
    </li>
  );
}

function QueueingLink({ to, named, children }: { to: string; named: Named; children: ReactNode }) {
  const queueing = useQueueing(named);
  const playNext = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    queueing.mutate({ next: true });
  };
  return (
    <Link to={to} className={css.link} data-result title={words.keys} onKeyDown={playNext}>
      <bdi>{children}</bdi>
    </Link>
  );
}

/** Letters that were found. The marks come in order, and none overlap. */
function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ends[index], from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

function addressOf(id: string, at: number | null): string {
  return at === null ? `/video/${id}` : `/video/${id}?t=${at}`;
}
