// The first page of the studio: what needs somebody, what is being prepared, what was added, what is heard, and how much space is left.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Storage, Work } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { useUser } from "#web/session.ts";
import { Bar } from "#web/studio/bar.tsx";
import { formatBytes } from "#web/studio/format.ts";
import { Chart, sayLength, Sums } from "#web/studio/heard/chart.tsx";
import { figuresQuery } from "#web/studio/heard/queries.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { historyQuery, storageQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { backupsQuery } from "#web/studio/settings/backups/queries.ts";
import { listByState, useWork } from "#web/studio/work/work-query.ts";
import { sayStep } from "#web/studio/work/work-row.tsx";
import { workWords } from "#web/studio/upload/words.ts";
import { Needs } from "./needs.tsx";
import css from "./overview.module.css";
import { words } from "./words.ts";

export function OverviewPage() {
  const { user } = useUser();
  const work = useWork();
  const storage = useQuery(storageQuery);
  const files = storage.data?.kinds.reduce((sum, kind) => sum + kind.files, 0);
  const isEmpty = files === 0 && work.data?.items.length === 0;
  return (
    <div className={css.grid}>
      {isEmpty && <FirstSteps isOwner={user?.is_owner ?? false} />}
      <div className={css.column}>
        <Needs work={work} storage={storage} />
        {!isEmpty && <Listened />}
        {!isEmpty && <Added />}
      </div>
      <div className={css.column}>
        {!isEmpty && (
          <Card title={words.prepared.title} more={<Link to="/studio/upload">{words.prepared.all}</Link>}>
            <Loaded query={work} what={workWords.what}>
              {(data) => <Prepared work={data} />}
            </Loaded>
          </Card>
        )}
        <Card title={words.space.title}>
          <Loaded query={storage} what={words.what}>
            {(data) => <Space storage={data} />}
          </Loaded>
        </Card>
        {user?.is_owner && <LastBackup />}
      </div>
    </div>
  );
}

interface CardProps {
  title: string;
  more?: ReactNode;
  children: ReactNode;
}

function Card({ title, more, children }: CardProps) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={rows.top}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}

function FirstSteps({ isOwner }: { isOwner: boolean }) {
  const id = useId();
  return (
    <section className={`${css.card} ${css.first}`} aria-labelledby={id}>
      <h2 id={id}>{words.first.title}</h2>
      <p className={rows.lead}>{words.first.lead}</p>
      <ol className={css.steps}>
        {words.first[isOwner ? "owner" : "editor"].map(({ title, text, action, to }) => (
          <li key={to}>
            <strong>{title}</strong>
            <p className="dim">{text}</p>
            <Link to={to}>{action}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

const mostPrepared = 4;

function Prepared({ work }: { work: Work }) {
  const items = listByState(work, "running", "waiting");
  const left = Math.max(items.length, (work.counts.running ?? 0) + (work.counts.waiting ?? 0)) - mostPrepared;
  if (items.length === 0) return <p className="dim">{words.prepared.none}</p>;
  return (
    <>
      <ul className={css.list}>
        {items.slice(0, mostPrepared).map((item) => (
          <li key={item.id} className={rows.words}>
            {item.video_id === null ? (
              <span className={rows.title}>{item.title}</span>
            ) : (
              <Link to={`/video/${item.video_id}`} className={rows.title}>
                <bdi>{item.title}</bdi>
              </Link>
            )}
            <span className={rows.detail}>{sayStep(item)}</span>
            {item.state === "running" && (
              <Bar
                label={workWords.item.progress(item.step, item.title)}
                value={item.progress > 0 ? item.progress : undefined}
              />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="dim">{words.prepared.more(left)}</p>}
    </>
  );
}

const mostHeard = 3;

/** Nothing where nothing is counted: then there is nothing to be told. */
function Listened() {
  const figures = useQuery(figuresQuery("28"));
  if (figures.data?.keep_days === 0) return null;
  return (
    <Card title={words.listened.title} more={<Link to="/studio/heard">{words.listened.all}</Link>}>
      <Loaded query={figures} what={words.what}>
        {(data) =>
          data.total.seconds === 0 ? (
            <p className={rows.quiet}>{words.listened.none}</p>
          ) : (
            <>
              <Sums figures={data} />
              <Chart days={data.days} />
              <h3 className={css.small}>{words.listened.most}</h3>
              <ol className={css.list}>
                {data.recordings.slice(0, mostHeard).map(({ id, title, seconds }) => (
                  <li key={id} className={css.line}>
                    <Link to={`/video/${id}`} className={rows.title}>
                      <bdi>{title}</bdi>
                    </Link>
                    <span className={rows.detail}>{sayLength(seconds)}</span>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const mostAdded = 5;

function Added() {
  const history = useInfiniteQuery(historyQuery({ kind: "added" }));
  return (
    <Card title={words.added.title} more={<Link to="/studio/history?kind=added">{words.added.all}</Link>}>
      <Loaded query={history} what={words.what}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries.filter(({ video }) => video?.is_there));
          if (entries.length === 0) return <p className="dim">{words.added.none}</p>;
          return (
            <ul className={css.list}>
              {entries.slice(0, mostAdded).map(({ id, video, who, at }) => (
                <li key={id} className={css.line}>
                  <Link to={`/video/${video?.id}`} className={rows.title}>
                    <bdi>{video?.title}</bdi>
                  </Link>
                  <span className={rows.detail}>{words.added.by(who, sayAgo(new Date(at)))}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Space({ storage: { used, free, reserve, months } }: { storage: Storage }) {
  if (free === null)
    return (
      <p>
        <strong>{words.space.usedOnly(formatBytes(used))}</strong>
      </p>
    );
  const total = used + free;
  // the current month is not over
  const past = months.slice(-4, -1);
  const perMonth = past.reduce((sum, { added }) => sum + added, 0) / Math.max(1, past.length);
  const isTight = free < reserve;
  const left = isTight
    ? words.space.tight
    : perMonth > 0 && words.space.enough(Math.floor((free - reserve) / perMonth));
  return (
    <>
      <p>
        <strong>{words.space.used(formatBytes(used), formatBytes(total))}</strong>
        {left && <span className="dim"> · {left}</span>}
      </p>
      <Bar label={words.space.label} value={total > 0 ? used / total : 0} />
    </>
  );
}

function LastBackup() {
  const backups = useQuery(backupsQuery);
  return (
    <Card title={words.backup.title}>
      <Loaded query={backups} what={words.what}>
        {({ last, last_good: good }) => {
          const isBad = last?.state === "failed" || last?.state === "incomplete";
          return (
            <p>
              <strong>{good?.ended_at ? sayAgo(new Date(good.ended_at)) : words.backup.none}</strong>
              {good && !isBad && <span className="dim"> · {words.backup.good}</span>}
              {(isBad || !good) && (
                <>
                  {" · "}
                  <Link to="/studio/settings/backups">
                    {isBad ? words.backup[last.state === "failed" ? "failed" : "incomplete"] : words.backup.setUp}
                  </Link>
                </>
              )}
            </p>
          );
        }}
      </Loaded>
    </Card>
  );
}
