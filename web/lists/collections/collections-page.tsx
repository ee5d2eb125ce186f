// All collections; for editors also a form for a new one, and their order.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useAddresses } from "#web/addresses.ts";
import { call } from "#web/api.ts";
import lists from "#web/lists/lists.module.css";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { showDone } from "#web/undo/undo.ts";
import { CollectionCard } from "./collection-card.tsx";
import css from "./collections.module.css";
import { NameForm } from "#web/lists/name-form.tsx";
import { collectionsQuery, refreshCollections } from "./queries.ts";
import { tell } from "./use-change.ts";
import { words } from "./words.ts";
import { useRef, useState } from "react";
import type { CollectionSummary } from "#contract/collections/collections.ts";
import { moveItem } from "#web/lists/rows/reorder.ts";
import { stepByKey, useDrag } from "#web/lists/rows/use-drag.ts";
import collectionOrderCss from "#web/lists/rows/row.module.css";
import { Handle, Row } from "#web/lists/rows/row.tsx";

export function CollectionsPage() {
  usePageTitle(words.title);
  const { user } = useUser();
  const canEdit = user?.can_edit ?? false;
  const { data, error, isFetching, refetch } = useQuery(collectionsQuery);
  return (
    <div className={lists.page}>
      <h1>{words.title}</h1>
      {!data && !error && <Waiting>{words.loadingAll}</Waiting>}
      {!data && error && (
        <NotLoaded title={words.failedAll} query={{ isFetching, refetch }}>
          {error.message}
        </NotLoaded>
      )}
      {data?.length === 0 && <Blank title={words.none}>{canEdit ? words.noneText : words.noneForMembers}</Blank>}
      {data &&
        (canEdit ? (
          <CollectionOrder collections={data} />
        ) : (
          <ul className={css.grid}>
            {data.map((collection) => (
              <li key={collection.id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        ))}
      {data && canEdit && <NewCollection />}
    </div>
  );
}

function NewCollection() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddresses();
  const make = useMutation({
    mutationFn: (title: string) => call("makeCollection", { body: { title } }),
    onSuccess: async ({ collection: { id, title }, change }) => {
      await refreshCollections(queries);
      await navigate(to.collection(id));
      const refresh = async () => {
        await navigate(to.collections);
        await refreshCollections(queries);
      };
      showDone({ message: words.made(title), changes: change, tell, refresh });
    },
    onError: tell,
  });
  return <NameForm label={words.newOne} button={words.make} isBusy={make.isPending} save={make.mutate} />;
}

/** The collections as rows that an editor puts into another order, by dragging or with the arrow keys. */
function CollectionOrder({ collections }: { collections: readonly CollectionSummary[] }) {
  const queries = useQueryClient();
  const to = useAddresses();
  const rows = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const save = useMutation({
    scope: { id: "order of collections" },
    mutationFn: (ids: string[]) => call("orderCollections", { body: { ids } }),
    onError: async (problem) => {
      tell(problem);
      await refreshCollections(queries);
    },
  });
  const move = (from: number, to: number) => {
    const moved = collections[from];
    if (!moved || from === to || to < 0 || to >= collections.length) return;
    const next = moveItem(collections, from, to);
    queries.setQueryData(collectionsQuery.queryKey, next);
    setSaid(words.moved(moved.title, to + 1, next.length));
    save.mutate(next.map(({ id }) => id));
  };
  const drag = useDrag(rows, move);
  const shown = drag.dragged ? moveItem(collections, drag.dragged.from, drag.dragged.to) : collections;
  return (
    <>
      <ol ref={rows} className={collectionOrderCss.rows}>
        {shown.map(({ id, title, recordings, pictures }, index) => (
          <li key={id} data-dragged={drag.dragged?.to === index}>
            <Row
              picture={pictures[0] ?? null}
              title={title}
              second={words.recordings(recordings)}
              main={{ to: to.collection(id) }}
              grip={
                <Handle
                  title={title}
                  {...drag.grip(index)}
                  onKeyDown={(event) => stepByKey(event, (by) => move(index, index + by))}
                />
              }
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}
