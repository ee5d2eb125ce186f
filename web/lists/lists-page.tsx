// The library: what a member keeps, the queue to continue, playlists, and collections.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { LibraryList, Queue } from "#contract/lists.ts";
import { sayProblem } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { CollectionCard } from "./collections/collection-card.tsx";
import { collectionsQuery } from "./collections/queries.ts";
import { words as collectionWords } from "./collections/words.ts";
import { Cover } from "./cover.tsx";
import { words as heardWords } from "./history/words.ts";
import { sayMuch, SongsLink } from "./head.tsx";
import css from "./library.module.css";
import { ListIcon } from "./icon.tsx";
import lists from "./lists.module.css";
import { makeList } from "./making.ts";
import { currentEntry, queueAddress } from "./play.ts";
import { listsQuery, queueQuery } from "./queries.ts";
import { NameForm } from "./name-form.tsx";
import { words } from "./words.ts";

export function ListsPage() {
  usePageTitle(words.lists.title);
  const { data, error, isFetching, refetch } = useQuery(listsQuery());
  const { data: queue } = useQuery(queueQuery);
  const ready = data?.filter(({ kind }) => kind !== "own") ?? [];
  const own = data?.filter(({ kind }) => kind === "own") ?? [];
  return (
    <div className={lists.page}>
      <div className={css.head}>
        <h1>{words.lists.title}</h1>
        {data && <NewList />}
      </div>
      {!data && !error && <Waiting>{words.lists.loading}</Waiting>}
      {!data && error && (
        <NotLoaded title={words.lists.failed} query={{ isFetching, refetch }}>
          {error.message}
        </NotLoaded>
      )}
      {data && (
        <>
          <ul className={css.places}>
            {queue && <ContinueQueue queue={queue} />}
            {ready.map((list) => (
              <Place
                key={list.id}
                to={`/list/${list.id}`}
                sign={list.kind === "later" ? "later" : "heart"}
                name={list.title}
              >
                {list.entries > 0 && sayMuch(list)}
              </Place>
            ))}
            <Place to="/saved" sign="save" name={words.lists.saved} />
            <Place to="/library/history" sign="heard" name={heardWords.title} />
          </ul>
          <section className={css.shelf} aria-labelledby="playlists">
            <h2 id="playlists">
              {words.lists.playlists} {own.length > 0 && <small>{own.length}</small>}
            </h2>
            {own.length === 0 ? (
              <Blank title={words.lists.none} action={<SongsLink />}>
                {words.lists.noneText}
              </Blank>
            ) : (
              <ul className={css.grid}>
                {own.map((list) => (
                  <li key={list.id}>
                    <Card list={list} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <Collections />
        </>
      )}
    </div>
  );
}

interface PlaceProps {
  to: string;
  sign: "play" | "heart" | "later" | "save" | "heard";
  name: string;
  state?: unknown;
  children?: React.ReactNode;
}

function Place({ to, sign, name, state, children }: PlaceProps) {
  return (
    <li>
      <Link to={to} state={state} className={css.place}>
        <span className={css.sign}>
          <ListIcon name={sign} />
        </span>
        <span className={css.words}>
          <span className={css.name}>{name}</span>
          <span className={css.dim}>{children}</span>
        </span>
      </Link>
    </li>
  );
}

function ContinueQueue({ queue }: { queue: Queue }) {
  const entry = currentEntry(queue);
  if (!entry) return null;
  return (
    <Place to={queueAddress(entry)} sign="play" name={words.lists.continueQueue}>
      <bdi>{words.lists.queueAt(queue.title, queue.number, queue.total)}</bdi>
    </Place>
  );
}

function Card({ list }: { list: LibraryList }) {
  const { id, title, pictures, share_key: key } = list;
  return (
    <Link to={`/list/${id}`} className={css.card}>
      <Cover pictures={pictures} className={css.art} />
      <span className={css.title}>
        <bdi>{title}</bdi>
      </span>
      <small className={css.dim}>
        {sayMuch(list)}
        {key !== null && `, ${words.lists.shared}`}
      </small>
    </Link>
  );
}

function Collections() {
  const { user } = useUser();
  const { data = [] } = useQuery({ ...collectionsQuery, enabled: user?.collections === true });
  if (data.length === 0) return null;
  return (
    <section className={css.shelf} aria-labelledby="collections">
      <h2 id="collections">
        <Link to="/collections">{collectionWords.title}</Link>
      </h2>
      <ul className={css.grid}>
        {data.map((collection) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewList() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const make = useMutation({
    mutationFn: (title: string) => makeList(queries, { title, entries: [] }),
    onSuccess: (id) => navigate(`/list/${id}`),
    onError: (problem) => showToast({ kind: "error", message: words.list.changeFailed(sayProblem(problem)) }),
  });
  if (!isOpen)
    return (
      <Button className={css.new} onClick={() => setOpen(true)}>
        {words.add.newList}
      </Button>
    );
  return (
    <NameForm
      label={words.list.name}
      button={words.add.make}
      isBusy={make.isPending}
      save={make.mutate}
      close={() => setOpen(false)}
    />
  );
}
