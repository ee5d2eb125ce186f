// Twelve bars, one a month; the same as a table for those who listen.
import type { Storage } from "#contract/studio.ts";
import { formatBytes, formatMonth } from "./format.ts";
import css from "./growth-chart.module.css";

type Month = Storage["months"][number];

const height = 120;
const step = 40;
const barWidth = 24;

export function GrowthChart({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ added }) => added));
  const alternative = { role: "img", "aria-label": describe(months) };
  const total = months.at(-1)?.total ?? 0;
  return (
    <figure className={css.chart}>
      <svg viewBox={`0 0 ${months.length * step} ${height + 22}`} {...alternative}>
        {months.map(({ month, added, total: sum }, index) => {
          const tall = barHeight(added, most);
          const x = index * step + (step - barWidth) / 2;
          return (
            <g key={month}>
              <title>{`${formatMonth(month)}: ${formatBytes(added)} added, ${formatBytes(sum)} in all`}</title>
              {/* The whole column answers to the pointer, not only a bar two pixels high. */}
              <rect className={css.column} x={index * step} y={0} width={step} height={height} />
              <rect
                className={css.bar}
                x={x}
                y={height - tall}
                width={barWidth}
                height={tall}
                rx={3}
                data-empty={added === 0}
              />
              <text className={css.month} x={index * step + step / 2} y={height + 16} textAnchor="middle">
                {shortMonth(month)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className={css.words}>
        At most {formatBytes(most === 1 ? 0 : most)} in a month; {formatBytes(total)} in all.
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
          {months.map(({ month, added, total: sum }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{formatBytes(added)}</td>
              <td>{formatBytes(sum)}</td>
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
