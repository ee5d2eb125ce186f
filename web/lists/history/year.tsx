// A member's year, added up when they ask, from their own history only.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { HeardYear } from "#contract/heard/heard.ts";
import { sayLength } from "#web/lists/head.tsx";
import { Row } from "#web/lists/rows/row.tsx";
import rowCss from "#web/lists/rows/row.module.css";
import { NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./history.module.css";
import { yearQuery } from "./queries.ts";
import { words } from "./words.ts";

const yearsBack = 4;

export function Year() {
  const [now] = useState(() => new Date().getFullYear());
  const [year, setYear] = useState(now);
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(yearQuery(year));
  const years = Array.from({ length: yearsBack + 1 }, (_, back) => now - back);
  return (
    <section className={css.year} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{words.year.title(year)}</h2>
        <select aria-label={words.year.choose} value={year} onChange={({ target }) => setYear(Number(target.value))}>
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {data ? (
        <Sums year={data} />
      ) : error ? (
        <NotLoaded title={words.year.failed} query={{ isFetching, refetch }}>
          {error.message}
        </NotLoaded>
      ) : (
        <Waiting>{words.year.loading}</Waiting>
      )}
    </section>
  );
}

function Sums({ year: { year, seconds, days, recordings, months, most } }: { year: HeardYear }) {
  const highest = Math.max(...months);
  if (recordings === 0) return <p>{words.year.nothing(year)}</p>;
  return (
    <>
      <p className={css.sum}>{words.year.sum(sayLength(seconds), days, recordings)}</p>
      <ol className={css.months}>
        {months.map((heard, month) => {
          const name = words.year.month(nameMonth(year, month), sayLength(heard));
          return (
            <li key={month} title={name}>
              <span className="visually-hidden">{name}</span>
              <span className={css.bar} style={{ height: `${(heard / highest) * 100}%` }} />
            </li>
          );
        })}
      </ol>
      <h3>{words.year.most}</h3>
      <ol className={rowCss.rows}>
        {most.map(({ entry, seconds: heard, days: on }, index) => (
          <li key={entry.video_id}>
            <Row
              number={index + 1}
              picture={entry.thumbnail_url}
              title={entry.title}
              second={words.year.on(sayLength(heard), on)}
              main={{ to: `/video/${entry.video_id}` }}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function nameMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month)).toLocaleDateString(undefined, { month: "long", timeZone: "UTC" });
}
