// Twelve bars, one a month; the same as a table for those who listen.
import type { Storage } from "#contract/studio.ts";
import { formatBytes, formatMonth } from "#web/studio/format.ts";
import css from "./growth-chart.module.css";

type Month = Storage["months"][number];

const height = 120;
const step = 10;
const barWidth = 5;

export function GrowthChart({ months }: { months: readonly Month[] }) {
  const most = Math.max(0, ...months.map(({ added }) => added));
  const alternative = { role: "img", "aria-label": describe(months) };
  return (
    <figure className={css.chart}>
      <svg viewBox={`0 0 ${months.length * step} ${height}`} preserveAspectRatio="none" {...alternative}>
        {months.map(({ month, added, total }, index) => {
          const tall = barHeight(added, most);
          return (
            <g key={month}>
              <title>{`${formatMonth(month)}: ${formatBytes(added)} added, ${formatBytes(total)} in all`}</title>
              {/* The whole column answers to the pointer, not only a bar two pixels high. */}
              <rect className={css.column} x={index * step} y={0} width={step} height={height} />
              <rect
                className={css.bar}
                x={index * step + (step - barWidth) / 2}
                y={height - tall}
                width={barWidth}
                height={tall}
                data-empty={added === 0}
              />
            </g>
          );
        })}
      </svg>
      <div className={css.months} aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{shortMonth(month)}</span>
        ))}
      </div>
      <figcaption className={css.words}>
        At most {formatBytes(most)} in a month; {formatBytes(months.at(-1)?.total ?? 0)} in all.
      </figcaption>
      <table className="visually-hidden">
        <caption>Added per month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Added</th>
            <th scope="col">In all</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, added, total }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{formatBytes(added)}</td>
              <td>{formatBytes(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** What is not nothing is seen. */
function barHeight(added: number, most: number): number {
  return added <= 0 ? 1 : Math.max(3, Math.round((added / most) * height));
}

function shortMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(undefined, { month: "short", timeZone: "UTC" });
}

function describe(months: readonly Month[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return "Nothing was added yet.";
  const before = first.total - first.added;
  return `Bars from ${formatMonth(first.month)} to ${formatMonth(last.month)}: the archive grew from ${formatBytes(before)} to ${formatBytes(last.total)}.`;
}
