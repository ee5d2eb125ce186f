// What needs somebody: each with a button that leads to where it is done, or does it.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { Guests } from "#contract/guests.ts";
import type { Inbox } from "#contract/inbox.ts";
import type { IncomingEntry, Storage, Work } from "#contract/studio.ts";
import { useUser } from "#web/session.ts";
import { checkUpQuery, listBad } from "#web/studio/checkup/queries.ts";
import { Failure } from "#web/studio/failure.tsx";
import { formatBytes, formatDay } from "#web/studio/format.ts";
import { inboxQuery } from "#web/studio/inbox/queries.ts";
import { guestsQuery } from "#web/studio/people/guests/queries.ts";
import rows from "#web/studio/rows.module.css";
import { incomingQuery } from "#web/studio/upload/incoming.tsx";
import { words as studio } from "#web/studio/words.ts";
import { listByState } from "#web/studio/work/work-query.ts";
import { WorkActions } from "#web/studio/work/work-row.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./overview.module.css";
import { words } from "./words.ts";

type Loading<T> = Pick<UseQueryResult<T>, "data" | "error">;

interface Need {
  key: string;
  title: string;
  text: string;
  kind: keyof typeof signs;
  /** The address where it is done, or the button that does it. */
  act: ReactNode;
}

const signs = {
  inbox: "M3 5.5h5l1.5 2H17V15.5H3z",
  wrong: "M10 3.5 17.5 16.5h-15zM10 8.5v4M10 14.6v.1",
  people: "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6m-5.5 7v-1a4 4 0 0 1 4-4h3a4 4 0 0 1 4 4v1",
};

export function Needs({ work, storage }: { work: Loading<Work>; storage: Loading<Storage> }) {
  const id = useId();
  const { user } = useUser();
  const [now] = useState(() => Date.now());
  const inbox = useQuery(inboxQuery);
  const incoming = useQuery({ ...incomingQuery, refetchInterval: 30_000 });
  const checkUp = useQuery({ ...checkUpQuery, enabled: user?.is_owner ?? false });
  const guests = useQuery({ ...guestsQuery, enabled: user?.can_invite ?? false });
  const asked = [
    ...[inbox, incoming, work, storage],
    ...(user?.is_owner ? [checkUp] : []),
    ...(user?.can_invite ? [guests] : []),
  ];
  const problem = asked.find(({ data, error }) => data === undefined && error)?.error;
  const isLoading = asked.some(({ data, error }) => data === undefined && !error);
  const needs = [
    ...(checkUp.data ? listWrong(listBad(checkUp.data)) : []),
    ...(storage.data ? listFull(storage.data) : []),
    ...(work.data ? listFailed(work.data) : []),
    ...(inbox.data ? listInbox(inbox.data) : []),
    ...(incoming.data ? listIncoming(incoming.data.entries) : []),
    ...(guests.data ? listEnding(guests.data, now) : []),
  ];
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>{words.needs.title}</h2>
      {problem && <Failure problem={problem} />}
      {needs.length > 0 ? (
        <ul className={css.needs} aria-labelledby={id}>
          {needs.map((need) => (
            <NeedRow key={need.key} need={need} />
          ))}
        </ul>
      ) : isLoading ? (
        <Waiting>{studio.loading(words.what)}</Waiting>
      ) : (
        !problem && <p className="dim">{words.needs.nothing}</p>
      )}
    </section>
  );
}

function NeedRow({ need: { title, text, kind, act } }: { need: Need }) {
  return (
    <li className={css.need}>
      <span className={css.sign} data-kind={kind}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={signs[kind]} />
        </svg>
      </span>
      <div className={css.said}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span className={rows.detail}>{text}</span>
      </div>
      {typeof act === "string" ? (
        <Link to={act} className={css.look} aria-label={words.needs.lookAt(title)}>
          {words.needs.look}
        </Link>
      ) : (
        act
      )}
    </li>
  );
}

function listWrong(bad: ReturnType<typeof listBad>): Need[] {
  if (bad.length === 0) return [];
  const [first] = bad;
  const text = bad.length === 1 ? `${first?.title}: ${first?.sentence}` : bad.map(({ title }) => title).join(", ");
  return [
    { key: "wrong", title: words.needs.wrong(bad.length), text, kind: "wrong", act: "/studio/settings/check-up" },
  ];
}

function listFull({ free, reserve }: Storage): Need[] {
  if (free === null || free >= reserve) return [];
  const text = words.needs.fullText(formatBytes(free), formatBytes(reserve));
  return [{ key: "full", title: words.needs.full, text, kind: "wrong", act: "/studio/storage" }];
}

const mostFailed = 3;

function listFailed(work: Work): Need[] {
  const failed = listByState(work, "failed");
  const left = Math.max(failed.length, work.counts.failed ?? 0) - mostFailed;
  const queue = "/studio/upload";
  return [
    ...failed.slice(0, mostFailed).map((item) => ({
      ...{ key: `work ${item.id}`, title: words.needs.failed(item.title), kind: "wrong" as const },
      ...{ text: `${item.step}: ${item.problem ?? ""}`, act: item.can_retry ? <WorkActions item={item} /> : queue },
    })),
    ...(left > 0
      ? [
          {
            ...{ key: "work", title: words.needs.moreFailed(left), kind: "wrong" as const },
            ...{ text: words.needs.seeQueue, act: queue },
          },
        ]
      : []),
  ];
}

function listInbox({ entries, total }: Inbox): Need[] {
  if (total === 0) return [];
  const titles = entries.filter(({ is_title_guess }) => is_title_guess).length;
  const dates = entries.filter(({ is_date_guess }) => is_date_guess).length;
  const text = words.needs.guessed(titles, dates);
  return [{ key: "inbox", title: words.needs.inbox(total), text, kind: "inbox", act: "/studio/inbox" }];
}

/** The others are still being copied, or are read with another file. */
const notAdded: readonly IncomingEntry["state"][] = ["failed", "refused", "unreadable", "empty"];

function listIncoming(entries: readonly IncomingEntry[]): Need[] {
  const stuck = entries.filter(({ state }) => notAdded.includes(state));
  const [first] = stuck;
  if (!first) return [];
  const text = `${first.name}: ${first.sentence}`;
  return [{ key: "incoming", title: words.needs.incoming(stuck.length), text, kind: "inbox", act: "/studio/inbox" }];
}

const soonMs = 7 * 86_400_000;
const mostNamed = 3;

function listEnding({ guests }: Guests, now: number): Need[] {
  const ending = guests
    .flatMap(({ name, until, state }) => (until !== null && state === "active" ? [{ name, until }] : []))
    .filter(({ until }) => Date.parse(until) - now < soonMs)
    .toSorted((a, b) => a.until.localeCompare(b.until));
  if (ending.length === 0) return [];
  const said = ending.slice(0, mostNamed).map(({ name, until }) => words.needs.guest(name, formatDay(until)));
  const text = [...said, ...(ending.length > mostNamed ? [words.needs.moreGuests(ending.length - mostNamed)] : [])];
  return [
    {
      ...{ key: "guests", title: words.needs.guests(ending.length), kind: "people" as const },
      ...{ text: text.join(", "), act: "/studio/guests" },
    },
  ];
}
