// What is known about a song: names, notes, first and last, longest and shortest, by year, and between which songs it was played.
import { Link } from "react-router";
import type { Song, SongFigures, SongPerformance } from "#contract/songs.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { formatClock } from "#web/duration.ts";
import css from "./facts.module.css";
import { words } from "./words.ts";

export function Facts({ song, figures }: { song: Song; figures: SongFigures | undefined }) {
  const { other_names, notes, lyrics_url } = song;
  return (
    <section className={css.all} aria-labelledby="facts">
      <h2 id="facts" className={css.title}>
        {words.song.facts}
      </h2>
      {other_names.length > 0 && (
        <p className={css.dim}>
          <bdi>{words.song.otherNames(other_names.join(", "))}</bdi>
        </p>
      )}
      {notes !== "" && (
        <p className={css.notes} dir="auto">
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
    <div className={css.figures}>
      <dl className={css.facts}>
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
      <h3 className={css.heading}>{words.song.byYear}</h3>
      <ol className={css.years}>
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
      <h3 className={css.heading}>{heading}</h3>
      <ul className={css.neighbours}>
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
