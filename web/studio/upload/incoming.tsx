// Files in the incoming folder that are not in the archive yet, and why. Nothing is shown while there are none.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Incoming, IncomingEntry } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { call } from "#web/api.ts";
import { formatBytes } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";
import { words } from "./words.ts";

const refreshMs = 5000;

export const incomingQuery = queryOptions({
  queryKey: ["incoming"],
  queryFn: ({ signal }) => call("getIncoming", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (wantsSignIn(state.error) ? false : refreshMs),
});

export function IncomingFolder() {
  return (
    <Loaded query={useQuery(incomingQuery)} what={words.incoming.what}>
      {(incoming) => incoming.total > 0 && <Entries incoming={incoming} />}
    </Loaded>
  );
}

function Entries({ incoming: { entries, total } }: { incoming: Incoming }) {
  const id = useId();
  const left = total - entries.length;
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>{words.incoming.title}</h2>
      <ul className={rows.rows} aria-labelledby={id}>
        {entries.map((entry, index) => (
          // names that are not UTF-8 may look the same
          <Entry key={`${entry.name} ${index}`} entry={entry} />
        ))}
      </ul>
      {left > 0 && <p className="dim">{words.incoming.more(left)}</p>}
    </section>
  );
}

function Entry({ entry: { name, bytes, state, since, sentence } }: { entry: IncomingEntry }) {
  const facts = [
    words.incoming.states[state],
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(since === null ? [] : [words.incoming[state === "refused" ? "refused" : "firstSeen"](sayAgo(new Date(since)))]),
  ];
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <bdi className={rows.title}>{name}</bdi>
        <span className={rows.detail}>{sentence}</span>
        <span className={rows.detail}>{facts.join(", ")}</span>
      </div>
    </li>
  );
}
