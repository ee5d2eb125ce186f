// All songs: found by name, sorted by title, times played or last played.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useSearchParams } from "react-router";
import type { SongInList, SongSort } from "#contract/songs.ts";
import { useAddresses } from "#web/addresses.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { ListIcon } from "#web/lists/icon.tsx";
import lists from "#web/lists/lists.module.css";
import { usePlay } from "#web/lists/play.ts";
import rows from "#web/lists/rows/row.module.css";
import { Row } from "#web/lists/rows/row.tsx";
import { useSongSounds } from "#web/lists/rows/sounds.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import pill from "#web/ui/fields/pill.module.css";
import { Waiting } from "#web/ui/waiting.tsx";
import { songsQuery } from "./queries.ts";
import css from "./songs.module.css";
import { words } from "./words.ts";

const sorts = Object.keys(words.songs.sorts) as SongSort[];

export function SongsPage() {
  usePageTitle(words.songs.title);
  const [query, setQuery] = useSearchParams();
  const q = query.get("q") ?? "";
  const sort = sorts.find((one) => one === query.get("sort")) ?? "title";
  const wanted = useDeferredValue(q.trim());
  const { data, isPending, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    songsQuery(wanted, sort),
  );
  const change = (next: { q?: string; sort?: string }) => {
    const changed = new URLSearchParams({ q, sort, ...next });
    if (changed.get("q") === "") changed.delete("q");
    if (changed.get("sort") === "title") changed.delete("sort");
    setQuery(changed, { replace: true, preventScrollReset: true });
  };
  const songs = data?.pages.flatMap((page) => page.songs) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className={lists.page}>
      <div className={css.head}>
        <h1>{words.songs.title}</h1>
        {data && <p className="dim">{words.songs.count(total)}</p>}
      </div>
      <div className={css.tools}>
        <input
          type="search"
          className={css.search}
          dir="auto"
          aria-label={words.songs.search}
          placeholder={words.songs.search}
          value={q}
          maxLength={200}
          onChange={(event) => change({ q: event.target.value })}
        />
        <select
          className={pill.pill}
          aria-label={words.songs.sort}
          value={sort}
          onChange={(event) => change({ sort: event.target.value })}
        >
          {sorts.map((one) => (
            <option key={one} value={one}>
              {words.songs.sorts[one]}
            </option>
          ))}
        </select>
      </div>
      {isPending && <Waiting>{words.songs.loading}</Waiting>}
      {isError && (
        <NotLoaded title={words.songs.failed} query={{ isFetching, refetch }}>
          {null}
        </NotLoaded>
      )}
      {data && songs.length === 0 && (
        <Blank title={wanted === "" ? words.songs.none : words.songs.nothingFound(wanted)}>
          {wanted === "" ? words.songs.noneText : words.songs.nothingFoundText}
        </Blank>
      )}
      <ul className={rows.rows}>
        {songs.map((song) => (
          <li key={song.id}>
            <SongRow song={song} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className={css.more} busy={isFetching} onClick={() => void fetchNextPage()}>
          {words.songs.more}
        </Button>
      )}
    </div>
  );
}

function SongRow({ song }: { song: SongInList }) {
  const { id, title, artist, is_cover, times, last_played, only_known, thumbnail_url } = song;
  const sounds = useSongSounds(id);
  const to = useAddresses();
  const about = [
    ...(is_cover ? [artist === null ? words.song.cover : words.song.coverOf(artist)] : []),
    times === 0 ? words.songs.never : words.song.played(times),
    ...(last_played === null ? [] : [words.songs.lastPlayed(formatDay({ played_at: last_played, only_known }))]),
  ];
  return (
    <Row
      picture={thumbnail_url}
      title={title}
      second={<bdi>{about.join(" · ")}</bdi>}
      sounds={sounds}
      main={{ to: to.song(id) }}
      tools={times > 0 && <PlaySong id={id} title={title} />}
    />
  );
}

function PlaySong({ id, title }: { id: string; title: string }) {
  const play = usePlay();
  const name = words.songs.play(title);
  return (
    <button
      type="button"
      className={css.play}
      aria-label={name}
      title={name}
      onClick={() => !play.isPending && play.mutate({ from: { song: id }, shuffle: false })}
    >
      <ListIcon name="play" />
    </button>
  );
}
