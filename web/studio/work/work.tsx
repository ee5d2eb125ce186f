// The queue, on the page of uploads: what is being prepared, step by step and live; and what failed, with a button to try again.
import { useId } from "react";
import type { Work, WorkItem, WorkAhead } from "#contract/studio.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { workWords as words } from "#web/studio/upload/words.ts";
import { WorkRow } from "./work-row.tsx";
import { listByState, listEnded, useWork } from "./work-query.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Bar } from "#web/studio/bar.tsx";
import { formatBytes } from "#web/studio/format.ts";

const groups = [
  { title: words.groups.running, states: ["running"] },
  { title: words.groups.failed, states: ["failed"] },
  { title: words.groups.waiting, states: ["waiting"] },
] as const;

export function Queue() {
  const id = useId();
  const work = useWork();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <Loaded query={work} what={words.what}>
        {(data) => (
          <>
            <p className={rows.lead}>
              <output>{data.items.length === 0 ? words.none : sayCounts(data)}</output>
              {work.isLost && ` ${words.notLive}`}
            </p>
            <Ahead />
            {groups.map(({ title, states }) => (
              <Group key={title} title={title} items={listByState(data, ...states)} />
            ))}
            <Group title={words.groups.ended} items={listEnded(data)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Group({ title, items }: { title: string; items: readonly WorkItem[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={rows.rows} aria-labelledby={id}>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function sayCounts({ counts }: Work): string {
  const said = (["running", "waiting", "failed"] as const).flatMap((state) => {
    const count = counts[state] ?? 0;
    return count > 0 ? [words.counts[state](count)] : [];
  });
  return said.length > 0 ? `${said.join(", ")}.` : words.counts.none;
}

/** How far everything is that is being prepared together, such as an import, and what the rest will cost. */
const aheadQuery = queryOptions({
  queryKey: ["work-ahead"],
  queryFn: async ({ signal }) => (await call("getWorkAhead", { signal })).ahead,
  staleTime: 0,
  refetchInterval: 10_000,
});

function Ahead() {
  const { data: ahead } = useQuery(aheadQuery);
  if (!ahead) return null;
  const { recordings, watchable, processor_seconds: whole, processor_seconds_left: left } = ahead;
  return (
    <div className={rows.part}>
      <p className={rows.lead}>
        {words.ahead.watchable(recordings, watchable)} {sayLeft(ahead)}
      </p>
      <Bar label={words.ahead.label} value={whole > 0 ? 1 - left / whole : 1} />
    </div>
  );
}

function sayLeft({ processor_seconds_left: seconds, bytes_left: bytes }: WorkAhead): string {
  const minutes = Math.ceil(seconds / 60);
  const time = minutes < 90 ? words.ahead.minutes(minutes) : words.ahead.hours(Math.round(minutes / 60));
  return words.ahead.left(time, formatBytes(bytes));
}
