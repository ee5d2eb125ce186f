// Songs that match the search, each with the newest recording it was played in. Loaded when somebody searches.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "#web/api.ts";
import { formatDay } from "#contract/dates/dates.ts";
import css from "./found.module.css";
import { words } from "./words.ts";

export const foundSongsQuery = (q: string) =>
  queryOptions({
    queryKey: ["foundSongs", q],
    queryFn: async ({ signal }) => (await call("searchSongs", { query: { q }, signal })).found,
    placeholderData: keepPreviousData,
    retry: false,
  });

export function FoundSongs({ q }: { q: string }) {
  const { data } = useQuery(foundSongsQuery(q.slice(0, 200)));
  if (!data || data.length === 0) return null;
  return (
    <section className={css.found} aria-labelledby="found-songs">
      <h2 id="found-songs">{words.found.heading}</h2>
      <ul className={css.cards}>
        {data.map(({ song, newest }) => (
          <li key={song.id} className={css.card}>
            <Link to={`/song/${song.id}`} className={css.title}>
              <bdi>{song.title}</bdi> <small>{words.found.played(song.times)}</small>
            </Link>
            <Link
              to={`/video/${newest.video_id}${newest.start === null ? "" : `?t=${newest.start}`}`}
              state={{ depth: 1 }}
              className={css.newest}
            >
              {words.found.playIn(newest.video_title, formatDay(newest))}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
