// All lists of a member, the queue to continue, and a form for a new playlist.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { ListSummary, Queue } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./lists.module.css";
import { ListIcon } from "./icon.tsx";
import { currentEntry, queueAddress } from "./play.ts";
import { listsQuery, queueQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export function ListsPage() {
  usePageTitle(words.lists.title);
  const { data: lists, error, isFetching, refetch } = useQuery(listsQuery());
  const { data: queue } = useQuery(queueQuery);
  return (
    <div className={css.page}>
      <h1>{words.lists.title}</h1>
      {queue && <ContinueQueue queue={queue} />}
      {!lists && !error && <Waiting>{words.lists.loading}</Waiting>}
      {!lists && error && (
        <NotLoaded title={words.lists.failed} query={{ isFetching, refetch }}>
          {error.message}
        </NotLoaded>
      )}
      {lists && (
        <ul className={css.rows}>
          {lists.map((list) => (
            <li key={list.id}>
              <ListRow list={list} />
            </li>
          ))}
        </ul>
      )}
      {lists && <NewList />}
      {lists && <Others />}
    </div>
  );
}

function ContinueQueue({ queue }: { queue: Queue }) {
  const entry = currentEntry(queue);
  if (!entry) return null;
  return (
    <Link className={css.queue} to={queueAddress(entry)} state={{ depth: 0 }}>
      <ListIcon name="play" />
      <span>
        {words.lists.continueQueue}
        <small className={css.dim}>
          <bdi>{words.lists.queueAt(queue.title, queue.number, queue.total)}</bdi>
        </small>
      </span>
    </Link>
  );
}

/** What else belongs to the library. */
function Others() {
  const { user } = useUser();
  return (
    <ul className={css.rows}>
      {user?.collections && (
        <li>
          <Link to="/collections" className={css.row}>
            <ListIcon name="list" />
            <span className={css.title}>{words.lists.collections}</span>
          </Link>
        </li>
      )}
      <li>
        <Link to="/saved" className={css.row}>
          <ListIcon name="save" />
          <span className={css.title}>{words.lists.saved}</span>
        </Link>
      </li>
    </ul>
  );
}

const icons = { favourites: "heart", later: "later", own: "list", queue: "list" } as const;

function ListRow({ list: { id, kind, title, entries, share_key } }: { list: ListSummary }) {
  return (
    <Link to={`/list/${id}`} className={css.row}>
      <ListIcon name={icons[kind]} />
      <span className={css.title}>
        <bdi>{title}</bdi>
      </span>
      <span className={css.dim}>
        {words.lists.entries(entries)}
        {share_key !== null && `, ${words.lists.shared}`}
      </span>
    </Link>
  );
}

function NewList() {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const make = useMutation({
    mutationFn: () => call("makeList", { body: { title: name } }),
    onSuccess: () => setName(""),
    onError: (problem) => showToast({ kind: "error", message: words.list.changeFailed(sayProblem(problem)) }),
    onSettled: () => refreshLists(queries),
  });
  return (
    <form
      className={css.tools}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !make.isPending) make.mutate();
      }}
    >
      <input
        className={css.name}
        dir="auto"
        aria-label={words.add.newList}
        placeholder={words.add.newList}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={make.isPending} disabled={name.trim() === ""}>
        {words.add.make}
      </Button>
    </form>
  );
}
