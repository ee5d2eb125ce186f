// Recordings whose description or captions have the words of a search, with the place marked. Loaded when somebody searches.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import type { FoundText } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { formatClock } from "#web/duration.ts";
import css from "./found.module.css";
import { foundSongsQuery } from "./found-songs.tsx";
import { words } from "./words.ts";

const foundTextsQuery = (q: string) =>
  queryOptions({
    queryKey: ["foundTexts", q],
    queryFn: async ({ signal }) => (await call("searchTexts", { query: { q }, signal })).found,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** `nothing` is shown when no song was found either. */
export function FoundTexts({ q, nothing }: { q: string; nothing: ReactNode }) {
  const asked = q.slice(0, 200);
  const { data: texts = [], isLoading: areTextsLoading } = useQuery(foundTextsQuery(asked));
  const { data: songs = [], isLoading: areSongsLoading } = useQuery(foundSongsQuery(asked));
  if (texts.length === 0) return songs.length > 0 || areTextsLoading || areSongsLoading ? null : nothing;
  return (
    <section className={css.found} aria-labelledby="found-texts">
      <h2 id="found-texts">{words.found.texts}</h2>
      <ul className={css.rows}>
        {texts.map((found) => (
          <li key={found.video.id} className={css.row}>
            <Link
              to={`/video/${found.video.id}${found.at === null ? "" : `?t=${found.at}`}`}
              state={{ depth: 1 }}
              className={css.title}
            >
              <bdi>{found.video.title}</bdi> <small>{formatDate(found.video)}</small>
            </Link>
            <p className={css.text} dir="auto">
              {found.at !== null && <span className={css.at}>{words.found.saidAt(formatClock(found.at))} </span>}
              <Marked {...found} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Marked({ text, marks }: Pick<FoundText, "text" | "marks">) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ends[index], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
