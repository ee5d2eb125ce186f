// Files in the folder incoming that are not taken in, and why. Nothing is shown while there are none.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Incoming, IncomingEntry } from "#contract/studio.ts";
import { sayAgo } from "#web/ago.ts";
import { call } from "#web/api.ts";
import { formatBytes, sayCount } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";

const refreshMs = 5000;

const incomingQuery = queryOptions({
  queryKey: ["incoming"],
  queryFn: ({ signal }) => call("getIncoming", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (wantsSignIn(state.error) ? false : refreshMs),
});

export function IncomingFolder() {
  return (
    <Loaded query={useQuery(incomingQuery)} what="the incoming folder">
      {(incoming) => incoming.total > 0 && <Entries incoming={incoming} />}
    </Loaded>
  );
}

function Entries({ incoming: { entries, total } }: { incoming: Incoming }) {
  const id = useId();
  const left = total - entries.length;
  return (
    <section className={rows.part} aria-labelledby={id}>
      <h2 id={id}>In the incoming folder</h2>
      <ul className={rows.rows} aria-labelledby={id}>
        {entries.map((entry, index) => (
          // names that are not UTF-8 may look the same
          <Entry key={`${entry.name} ${index}`} entry={entry} />
        ))}
      </ul>
      {left > 0 && <p className={rows.quiet}>{`And ${sayCount(left, "more file")}.`}</p>}
    </section>
  );
}

const words: Record<IncomingEntry["state"], string> = {
  waiting: "Waiting",
  open: "Waiting",
  taking: "Copying",
  failed: "Trying again",
  refused: "Refused",
  unfinished: "Unfinished",
  empty: "Empty",
  link: "Not taken in",
  special: "Not taken in",
  folder: "Not taken in",
  unreadable: "Not readable",
  sidecar: "Not taken in",
  text: "Not taken in",
};

function Entry({ entry: { name, bytes, state, since, sentence } }: { entry: IncomingEntry }) {
  const facts = [words[state], ...(bytes === null ? [] : [formatBytes(bytes)])];
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <bdi className={rows.title}>{name}</bdi>
        <span className={rows.detail}>{sentence}</span>
        <span className={rows.detail}>
          {facts.join(", ")}
          {since !== null && `, ${state === "refused" ? "refused" : "first seen"} ${sayAgo(new Date(since))}`}
        </span>
      </div>
    </li>
  );
}
