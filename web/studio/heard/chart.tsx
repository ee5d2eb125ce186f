// For how long was heard: the sums of a time, and how it went.
import { formatDay } from "#contract/dates/dates.ts";
import type { HeardFigures } from "#contract/heard/heard.ts";
import css from "./heard.module.css";
import { words } from "./words.ts";

export function Sums({ figures: { total, kinds } }: { figures: Pick<HeardFigures, "total" | "kinds"> }) {
  const audio = kinds.filter(({ kind }) => kind !== "video").reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <dl className={css.numbers}>
      <Sum value={sayLength(total.seconds)} name={words.total.by(total.members)} />
      <Sum value={total.plays.toLocaleString()} name={words.total.plays} />
      <Sum value={`${Math.round((audio / Math.max(1, total.seconds)) * 100)} %`} name={words.total.audio} />
    </dl>
  );
}

/** A bar for each day, or for each week of a year; to screen readers a table. */
export function Chart({ days }: Pick<HeardFigures, "days">) {
  const bars = days.length > 31 ? inWeeks(days) : days;
  const most = Math.max(...bars.map(({ seconds }) => seconds), 1);
  const nameOf = (day: string) => (bars === days ? sayDay(day) : words.chart.week(sayDay(day)));
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const alternative = {
    role: "img",
    "aria-label": words.chart.describe(sayDay(first), sayDay(last), sayLength(most)),
  };
  return (
    <figure className={css.chart}>
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
export function sayLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return words.hours(hours, hours < 10 ? minutes % 60 : 0);
}
