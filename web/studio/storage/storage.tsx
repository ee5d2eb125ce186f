// How much space the archive takes: in total, by kind of file, by recording, and how it grew.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import type { Storage } from "#contract/studio.ts";
import { Notice } from "#web/ui/notice.tsx";
import { formatBytes, formatMonth } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { storageQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import css from "./storage.module.css";
import { storageWords as words } from "#web/studio/cleanup/words.ts";
import growthChartCss from "./growth-chart.module.css";

export function StoragePage() {
  const storage = useQuery(storageQuery);
  return (
    <Loaded query={storage} what={words.what}>
      {(data) => (
        <>
          {data.free !== null && data.free < data.reserve && (
            <Notice kind="error" title={words.full.title}>
              {words.full.text({ free: formatBytes(data.free), reserve: formatBytes(data.reserve) })}
            </Notice>
          )}
          {data.damaged.length > 0 && (
            <Notice kind="error" title={words.damaged(data.damaged.length)}>
              {data.damaged.map(({ video_id, sentence }) => (
                <p key={`${video_id} ${sentence}`}>{sentence}</p>
              ))}
            </Notice>
          )}
          <Numbers storage={data} />
          <Kinds storage={data} />
          <Growth months={data.months} />
          <Biggest storage={data} />
        </>
      )}
    </Loaded>
  );
}

function Numbers({ storage: { used, free, trash } }: { storage: Storage }) {
  const numbers = [
    { name: words.numbers.used, bytes: used },
    ...(free === null ? [] : [{ name: words.numbers.free, bytes: free }]),
    { name: words.numbers.trash, bytes: trash },
  ];
  return (
    <dl className={css.numbers}>
      {numbers.map(({ name, bytes }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatBytes(bytes)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Kinds({ storage: { kinds } }: { storage: Storage }) {
  const id = useId();
  const total = Math.max(
    1,
    kinds.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{words.kinds.title}</h2>
      <div className={css.stack} aria-hidden="true">
        {kinds.map(({ kind, bytes }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: bytes / total }} />
        ))}
      </div>
      <ul className={css.kinds} aria-labelledby={id}>
        {kinds.map(({ kind, bytes, files }) => (
          <li key={kind} data-kind={kind}>
            <span>{words.kinds.names[kind]}</span> <strong>{formatBytes(bytes)}</strong>{" "}
            <span className="dim">{words.kinds.files(files)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Growth({ months }: Pick<Storage, "months">) {
  const id = useId();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{words.growth.title}</h2>
      <GrowthChart months={months} />
    </section>
  );
}

function Biggest({ storage: { biggest } }: { storage: Storage }) {
  const id = useId();
  const most = biggest[0]?.bytes ?? 1;
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{words.biggest.title}</h2>
      {biggest.length === 0 ? (
        <p className={rows.lead}>{words.biggest.none}</p>
      ) : (
        <ol className={rows.rows} aria-labelledby={id}>
          {biggest.map(({ id: video, title, bytes }) => (
            <li key={video} className={rows.row}>
              <div className={rows.words}>
                <Link to={`/video/${video}`} className={rows.title}>
                  <bdi>{title}</bdi>
                </Link>
                <span className={css.share} style={{ width: `${(bytes / most) * 100}%` }} />
              </div>
              <span className={rows.facts}>{formatBytes(bytes)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type Month = Storage["months"][number];

const height = 120;
const step = 10;
const barWidth = 5;

/** A bar for each of twelve months, and the same numbers as a table for screen readers. */
function GrowthChart({ months }: { months: readonly Month[] }) {
  const most = Math.max(0, ...months.map(({ added }) => added));
  const alternative = { role: "img", "aria-label": describe(months) };
  return (
    <figure className={growthChartCss.chart}>
      <svg viewBox={`0 0 ${months.length * step} ${height}`} preserveAspectRatio="none" {...alternative}>
        {months.map(({ month, added, total }, index) => {
          const tall = barHeight(added, most);
          return (
            <g key={month}>
              <title>
                {words.growth.bar({ month: formatMonth(month), added: formatBytes(added), total: formatBytes(total) })}
              </title>
              {/* The title appears over the whole column, because a bar may be only three pixels high. */}
              <rect className={growthChartCss.column} x={index * step} y={0} width={step} height={height} />
              <rect
                className={growthChartCss.bar}
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
      <div className={growthChartCss.months} aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{shortMonth(month)}</span>
        ))}
      </div>
      <figcaption className={growthChartCss.words}>
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

/** A small amount is visible with three pixels. */
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
