// A bar for each of twelve months, and the same numbers as a table for screen readers.
import type { Storage } from "#contract/studio.ts";
import { formatBytes, formatMonth } from "#web/studio/format.ts";
import css from "./growth-chart.module.css";
import { words } from "./words.ts";

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
              <title>
                {words.growth.bar({ month: formatMonth(month), added: formatBytes(added), total: formatBytes(total) })}
              </title>
              {/* The title appears over the whole column, because a bar may be only three pixels high. */}
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
        {words.growth.caption(formatBytes(most), formatBytes(months.at(-1)?.total ?? 0))}
      </figcaption>
      <div className="visually-hidden">
        <table>
          <caption>{words.growth.title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.growth.month}</th>
              <th scope="col">{words.growth.added}</th>
              <th scope="col">{words.growth.total}</th>
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
      </div>
    </figure>
  );
}

/** At least three pixels, so that a small amount is visible. */
function barHeight(added: number, most: number): number {
  return added <= 0 ? 1 : Math.max(3, Math.round((added / most) * height));
}

function shortMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(undefined, { month: "short", timeZone: "UTC" });
}

function describe(months: readonly Month[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return words.growth.nothing;
  return words.growth.chart({
    first: formatMonth(first.month),
    last: formatMonth(last.month),
    before: formatBytes(first.total - first.added),
    after: formatBytes(last.total),
  });
}
