// The set list beside the player: each song starts at its moment, and the one that plays is marked.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import type { NamedSong, SetListEntry } from "#contract/songs.ts";
import { addressOf } from "#web/api.ts";
import { ListTools } from "#web/lists/tools.tsx";
import { setListQuery } from "#web/set-list-query.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import { writeMoment } from "#web/player/page/moment.ts";
import { formatClock } from "#web/duration.ts";
import { useNowPlaying } from "./now-playing.ts";
import css from "./set-list.module.css";
import { nameEntry, timeSongs } from "./songs.ts";
import { words } from "./words.ts";

interface Props {
  id: string;
  duration: number;
  /** Only then is it loaded. */
  isReady: boolean;
}

export function SetList({ id, duration, isReady }: Props) {
  const { data } = useQuery({ ...setListQuery(id), enabled: isReady });
  const playing = useNowPlaying(({ song }) => song?.id ?? null);
  if (!data || data.entries.length === 0) return null;
  const ends = new Map(timeSongs(data.entries, "", duration).map((song) => [song.id, song.to ?? duration]));
  return (
    <section className={css.songs} aria-labelledby="set-list">
      <h2 id="set-list" className={css.heading}>
        {words.heading}
      </h2>
      <ol className={css.list}>
        {data.entries.map((entry, index) => (
          <li key={entry.id} className={css.item}>
            {entry.part !== null && entry.part !== data.entries[index - 1]?.part && (
              <h3 className={css.part}>
                <bdi>{entry.part}</bdi>
              </h3>
            )}
            <Entry
              videoId={id}
              entry={entry}
              end={ends.get(entry.id) ?? duration}
              isPlaying={entry.id !== null && entry.id === playing}
              duration={duration}
            />
          </li>
        ))}
      </ol>
      <p className={css.formats}>
        {words.download}{" "}
        {(["text", "cue", "webvtt", "chapters"] as const).map((format) => (
          <a key={format} href={addressOf("exportSetList", { params: { id, format } })} download>
            {words.formats[format]}
          </a>
        ))}
      </p>
    </section>
  );
}

interface EntryProps {
  videoId: string;
  entry: SetListEntry;
  end: number;
  isPlaying: boolean;
  duration: number;
}

function Entry({ videoId, entry, end, isPlaying, duration }: EntryProps) {
  const { search, state } = useLocation();
  const { start, talk, songs, segue } = entry;
  const title = nameEntry(entry);
  const to = (loop: { from: number; to: number } | null) =>
    `?${writeMoment(new URLSearchParams(search), { at: start, loop })}`;
  const name = (
    <span className={css.name} data-talk={talk !== null}>
      <bdi>{title}</bdi>
      {segue && (
        <span title={words.segue}>
          <span aria-hidden="true"> ›</span>
          <span className="visually-hidden">, {words.segue}</span>
        </span>
      )}
      {isPlaying && <span className="visually-hidden">, {words.playing}</span>}
      <Details entry={entry} />
    </span>
  );
  return (
    <div className={css.entry} data-playing={isPlaying} {...(isPlaying && { "aria-current": "true" })}>
      {start === null ? (
        <span className={css.main}>
          <span className={css.time}>–</span>
          {name}
        </span>
      ) : (
        <Link className={css.main} to={to(null)} replace {...{ state }}>
          <span className={css.time}>{formatClock(start, duration)}</span>
          {name}
        </Link>
      )}
      {start !== null && end > start && (
        <Link
          className={css.act}
          to={to({ from: start, to: end })}
          replace
          {...{ state }}
          aria-label={words.loop(title)}
          title={words.loop(title)}
        >
          <Icon name="loop" />
        </Link>
      )}
      {entry.id !== null && <ListTools entry={{ video_id: videoId, performance_id: entry.id }} title={title} />}
      {songs.map((song) => (
        <SongLink key={song.id} song={song} />
      ))}
    </div>
  );
}

function SongLink({ song: { id, title } }: { song: NamedSong }) {
  if (id === null) return null;
  return (
    <Link className={css.act} to={`/song/${id}`} aria-label={words.page(title)} title={words.page(title)}>
      <Icon name="right" />
    </Link>
  );
}

function Details({ entry: { songs, guest, note, debut } }: { entry: SetListEntry }) {
  const covers = songs.filter(({ is_cover }) => is_cover);
  const details = [
    ...(songs.length > 1 ? [words.medley] : []),
    ...covers.map(({ artist }) => (artist === null ? words.cover : words.coverOf(artist))),
    ...(guest === null ? [] : [words.guest(guest)]),
    ...(debut ? [words.debut] : []),
    ...(note === null ? [] : [note]),
  ];
  if (details.length === 0) return null;
  return (
    <small className={css.details}>
      <bdi>{details.join(" · ")}</bdi>
    </small>
  );
}
