// What is heard: over time, in which way, and which recordings and songs for longest.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { HeardFigures } from "#contract/heard/heard.ts";
import { call } from "#web/api.ts";
import { formatClock } from "#web/duration.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Thumb } from "#web/studio/thumb.tsx";
import { Blank } from "#web/ui/blank.tsx";
import css from "./heard.module.css";
import { words } from "./words.ts";

const times = ["28", "365"] as const;
type Time = (typeof times)[number];

const figuresQuery = (days: Time) =>
  queryOptions({
    queryKey: ["heardFigures", days],
    queryFn: ({ signal }) => call("getHeardFigures", { query: { days }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function HeardPage() {
  const [days, setDays] = useState<Time>("28");
  const figures = useQuery(figuresQuery(days));
  return (
    <>
      <p className={rows.lead}>{words.lead}</p>
      <Loaded query={figures} what={words.what}>
        {(data) =>
          data.keep_days === 0 ? (
            <Blank title={words.off.title}>{words.off.text}</Blank>
          ) : (
            <>
              <div className={css.tools}>
                <fieldset className={css.times} aria-label={words.time}>
                  {times.map((time) => (
                    <button
                      key={time}
                      type="button"
                      className={css.time}
                      aria-pressed={time === days}
                      onClick={() => setDays(time)}
                    >
                      {words.times[time]}
                    </button>
                  ))}
                </fieldset>
                <a className={css.table} href={data.csv} download="heard.csv">
                  {words.table}
                </a>
              </div>
              {data.total.seconds === 0 ? (
                <Blank title={words.none.title}>{words.none.text}</Blank>
              ) : (
                <Figures figures={data} />
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Figures({ figures }: { figures: HeardFigures }) {
  const { kinds, recordings, songs } = figures;
  return (
    <>
      <Over figures={figures} />
      <Part title={words.kinds.title}>
        <ul className={rows.rows}>
          {kinds.map(({ kind, seconds, plays }) => (
            <Line
              key={kind}
              name={words.kinds.names[kind]}
              share={seconds / (kinds[0]?.seconds ?? 1)}
              facts={words.kinds.share(sayLength(seconds), plays)}
            />
          ))}
        </ul>
      </Part>
      <Part title={words.recordings.title}>
        <ol className={rows.rows}>
          {recordings.map(({ id, title, thumbnail_url, seconds, plays, members, most_at }) => (
            <Line
              key={id}
              picture={
                <span className={css.picture}>
                  <Thumb address={thumbnail_url} />
                </span>
              }
              name={<Name to={`/video/${id}`} title={title} />}
              detail={
                <>
                  {words.recordings.facts(plays, members)}
                  {most_at !== null && (
                    <>
                      {" · "}
                      <Link to={`/video/${id}?t=${Math.floor(most_at)}`} className={css.at}>
                        {words.recordings.most(formatClock(most_at))}
                      </Link>
                    </>
                  )}
                </>
              }
              share={seconds / (recordings[0]?.seconds ?? 1)}
              facts={sayLength(seconds)}
            />
          ))}
        </ol>
      </Part>
      {songs.length > 0 && (
        <Part title={words.songs.title} lead={words.songs.lead}>
          <ol className={rows.rows}>
            {songs.map(({ id, title, seconds }) => (
              <Line
                key={id}
                name={<Name to={`/song/${id}`} title={title} />}
                share={seconds / (songs[0]?.seconds ?? 1)}
                facts={sayLength(seconds)}
              />
            ))}
          </ol>
        </Part>
      )}
    </>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p className={rows.lead}>{lead}</p>}
      {children}
    </section>
  );
}

function Name({ to, title }: { to: string; title: string }) {
  return (
    <Link to={to} className={rows.title}>
      <bdi>{title}</bdi>
    </Link>
  );
}

interface LineProps {
  picture?: ReactNode;
  name: ReactNode;
  detail?: ReactNode;
  /** Of the first line. */
  share: number;
  facts: string;
}

function Line({ picture, name, detail, share, facts }: LineProps) {
  return (
    <li className={rows.row}>
      {picture}
      <div className={rows.words}>
        {name}
        {detail !== undefined && <span className={rows.detail}>{detail}</span>}
        <span className={css.share} style={{ width: `${share * 100}%` }} />
      </div>
      <span className={rows.facts}>{facts}</span>
    </li>
  );
}

/** The sums, and a bar for each day, or for each week of a year. */
function Over({ figures: { total, days, kinds } }: { figures: HeardFigures }) {
  const audio = kinds.filter(({ kind }) => kind !== "video").reduce((sum, { seconds }) => sum + seconds, 0);
  const bars = days.length > 31 ? inWeeks(days) : days;
  const most = Math.max(...bars.map(({ seconds }) => seconds), 1);
  const nameOf = (day: string) => (bars === days ? sayDay(day) : words.chart.week(sayDay(day)));
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const alternative = {
    role: "img",
    "aria-label": words.chart.describe(sayDay(first), sayDay(last), sayLength(most)),
  };
  return (
    <Part title={words.chart.title}>
      <figure className={css.chart}>
        <dl className={css.numbers}>
          <Sum value={sayLength(total.seconds)} name={words.total.by(total.members)} />
          <Sum value={total.plays.toLocaleString()} name={words.total.plays} />
          <Sum value={`${Math.round((audio / total.seconds) * 100)} %`} name={words.total.audio} />
        </dl>
        <div className={css.bars} {...alternative}>
          {bars.map(({ day, seconds }) => (
            <span key={day} className={css.column} title={words.chart.bar(nameOf(day), sayLength(seconds))}>
              <span
                className={css.bar}
                data-most={seconds === most}
                data-empty={seconds === 0}
                style={{ height: `${(seconds / most) * 100}%` }}
              />
            </span>
          ))}
        </div>
        <figcaption className={css.axis}>
          <span>{sayDay(first)}</span>
          <span>{sayDay(last)}</span>
        </figcaption>
        <div className="visually-hidden">
          <table>
            <caption>{words.chart.title}</caption>
            <thead>
              <tr>
                <th scope="col">{words.chart.when}</th>
                <th scope="col">{words.chart.heard}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ day, seconds }) => (
                <tr key={day}>
                  <th scope="row">{nameOf(day)}</th>
                  <td>{sayLength(seconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </figure>
    </Part>
  );
}

function Sum({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Each named by its first day; the last week is a whole one. */
function inWeeks(days: HeardFigures["days"]): { day: string; seconds: number }[] {
  const weeks = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    weeks.unshift({ day: week[0]?.day ?? "", seconds: week.reduce((sum, { seconds }) => sum + seconds, 0) });
  }
  return weeks;
}

function sayDay(day: string): string {
  return formatDay({ played_at: `${day}T00:00:00.000Z` });
}

/** In minutes; of many hours only these. */
function sayLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return words.hours(hours, hours < 10 ? minutes % 60 : 0);
}
