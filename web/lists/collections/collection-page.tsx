// One collection: playing it, its recordings in their order, and for editors what can be changed.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, Navigate } from "react-router";
import type { Collection } from "#contract/collections/collections.ts";
import { ApiProblem } from "#web/api.ts";
import { FeedButton } from "#web/feed/feed-button.tsx";
import { EntryRows } from "#web/lists/entry-rows.tsx";
import lists from "#web/lists/lists.module.css";
import { PlayButtons } from "#web/lists/play-buttons.tsx";
import { usePlay } from "#web/lists/play.ts";
import { setAudioOnly } from "#web/memory/persisted.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./collections.module.css";
import { Cover } from "./cover.tsx";
import { collectionQuery } from "./queries.ts";
import { useCollectionChange } from "./use-change.ts";
import { words } from "./words.ts";

const Curate = lazy(async () => ({ default: (await import("./curate.tsx")).Curate }));

export function CollectionPage({ id }: { id: string }) {
  const { data: collection, error, isFetching, refetch } = useQuery(collectionQuery(id));
  usePageTitle(collection?.title ?? words.title);
  if (error instanceof ApiProblem && error.status === 404) return <Navigate to="/404" replace />;
  if (collection) return <OneCollection collection={collection} />;
  if (!error) return <Waiting>{words.loading}</Waiting>;
  return (
    <NotLoaded title={words.failed} query={{ isFetching, refetch }}>
      {error.message}
    </NotLoaded>
  );
}

function OneCollection({ collection }: { collection: Collection }) {
  const { id, title, entries, pictures, revision } = collection;
  const { reorder, remove } = useCollectionChange(collection);
  const from = { collection: id };
  const canPlay = entries.some(({ can_play }) => can_play);
  const canEdit = revision !== undefined;
  return (
    <div className={lists.page}>
      <div className={css.head}>
        <Cover pictures={pictures} />
        <div>
          <Link to="/collections" className={lists.back}>
            {words.all}
          </Link>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <p className={lists.dim}>{words.recordings(entries.length)}</p>
        </div>
      </div>
      {canPlay && (
        <div className={lists.tools}>
          <PlayButtons from={from} />
          <PlayAudio from={from} />
          <FeedButton of={`collection-${id}`} title={title} />
        </div>
      )}
      {canEdit && (
        <Suspense>
          <Curate collection={collection} />
        </Suspense>
      )}
      {entries.length > 0 ? (
        <EntryRows entries={entries} from={from} canChange={canEdit} move={reorder} remove={remove} />
      ) : (
        <Blank title={words.empty}>{words.emptyText}</Blank>
      )}
    </div>
  );
}

function PlayAudio({ from }: { from: { collection: string } }) {
  const play = usePlay();
  return (
    <Button
      busy={play.isPending}
      onClick={() => {
        setAudioOnly(true);
        play.mutate({ from, shuffle: false });
      }}
    >
      {words.audioOnly}
    </Button>
  );
}
