// What is being prepared, step by step, as it happens; and what went wrong, with a way to try again.
import { useId } from "react";
import { Link } from "react-router";
import type { Work, WorkItem } from "#contract/studio.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { WorkRow } from "./work-row.tsx";
import { listByState, listEnded, useWork } from "./work-query.ts";

const groups = [
  { title: "Running", states: ["running"] },
  { title: "Failed", states: ["failed"] },
  { title: "Waiting", states: ["waiting"] },
] as const;

export function WorkPage() {
  const work = useWork();
  return (
    <Loaded query={work} what="the work">
      {(data) => (
        <>
          <p className={rows.lead}>
            <output>{sayCounts(data)}</output>
            {work.isLost && " Looking every few seconds, until the live view is back."}
          </p>
          {data.items.length === 0 && (
            <Blank title="Nothing to do">
              Recordings that are added are prepared here, step by step. Right now all of them are done.
            </Blank>
          )}
          {groups.map(({ title, states }) => (
            <Group key={title} title={title} items={listByState(data, ...states)} />
          ))}
          <Group title="Ended lately" items={listEnded(data)} />
        </>
      )}
    </Loaded>
  );
}

function Group({ title, items }: { title: string; items: readonly WorkItem[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={rows.rows} aria-labelledby={id}>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

const mostBeside = 5;

/** Beside the upload: the next few, and where to see the rest. */
export function BeingPrepared() {
  const id = useId();
  const work = useWork();
  return (
    <section className={rows.part} aria-labelledby={id}>
      <div className={rows.top}>
        <h2 id={id}>Being prepared</h2>
        <Link to="/studio/work">All work</Link>
      </div>
      <Loaded query={work} what="the work">
        {(data) => {
          const items = listByState(data, "running", "failed", "waiting").slice(0, mostBeside);
          if (items.length === 0) return <p className={rows.lead}>Nothing right now. Everything is ready to play.</p>;
          return (
            <ul className={rows.rows} aria-labelledby={id}>
              {items.map((item) => (
                <WorkRow key={item.id} item={item} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function sayCounts({ counts }: Work): string {
  const parts = [
    [counts.running, "running"],
    [counts.waiting, "waiting"],
    [counts.failed, "failed"],
  ] as const;
  const said = parts.filter(([count = 0]) => count > 0).map(([count, word]) => `${count?.toLocaleString()} ${word}`);
  return said.length > 0 ? `${said.join(", ")}.` : "Nothing is waiting.";
}
