// One collection: playing it, its recordings in their order, and for editors what can be changed.
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import type { Collection } from "#contract/collections/collections.ts";
import { ApiProblem } from "#web/api.ts";
import { useFeed } from "#web/feed/feed-button.tsx";
import { EntryRows } from "#web/lists/rows/entry-rows.tsx";
import { Head, sumUp } from "#web/lists/head.tsx";
import lists from "#web/lists/lists.module.css";
import { usePlay } from "#web/lists/play.ts";
import { setAudioOnly } from "#web/memory/persisted.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { useCurating } from "./curate.tsx";
import { collectionQuery } from "./queries.ts";
import { useCollectionChange } from "./use-change.ts";
import { words } from "./words.ts";

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
  const play = usePlay();
  const feed = useFeed({ of: `collection-${id}`, title });
  const curating = useCurating(collection);
  const from = { collection: id };
  const canPlay = entries.some(({ can_play }) => can_play);
  const canEdit = revision !== undefined;
  const playAudio = () => {
    setAudioOnly(true);
    play.mutate({ from, shuffle: false });
  };
  return (
    <div className={lists.page}>
      <Head
        kind={words.one}
        title={title}
        facts={sumUp(entries)}
        pictures={pictures}
        from={canPlay ? from : undefined}
        items={[
          ...(canPlay ? [{ label: words.audioOnly, act: playAudio }, feed.item] : []),
          ...(canEdit ? curating.items : []),
        ]}
      >
        {canEdit && curating.main}
      </Head>
      {feed.dialog}
      {canEdit && curating.dialog}
      {entries.length > 0 ? (
        <EntryRows entries={entries} from={from} canChange={canEdit} move={reorder} remove={remove} />
      ) : (
        <Blank title={words.empty}>{words.emptyText}</Blank>
      )}
    </div>
  );
}
