// What is heard: over time, in which way, and which recordings and songs for longest.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { HeardFigures } from "#contract/heard/heard.ts";
import { formatClock } from "#web/duration.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Thumb } from "#web/studio/thumb.tsx";
import { Blank } from "#web/ui/blank.tsx";
import { Chart, sayLength, Sums } from "./chart.tsx";
import css from "./heard.module.css";
import { figuresQuery } from "./queries.ts";
import { words } from "./words.ts";

const times = ["28", "365"] as const;

export function HeardPage() {
  const [days, setDays] = useState<(typeof times)[number]>("28");
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
  const { kinds, feed, recordings, songs } = figures;
  return (
    <>
      <Part title={words.chart.title}>
        <div className={css.panel}>
          <Sums figures={figures} />
          <Chart days={figures.days} />
        </div>
      </Part>
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
          {feed > 0 && <Line name={words.kinds.feed} detail={words.kinds.feedHint} facts={words.kinds.fetched(feed)} />}
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
  share?: number;
  facts: string;
}

function Line({ picture, name, detail, share, facts }: LineProps) {
  return (
    <li className={rows.row}>
      {picture}
      <div className={rows.words}>
        {name}
        {detail !== undefined && <span className={rows.detail}>{detail}</span>}
        {share !== undefined && <span className={css.share} style={{ width: `${share * 100}%` }} />}
      </div>
      <span className={rows.facts}>{facts}</span>
    </li>
  );
}
