// The collections as rows that an editor puts into another order, by dragging or with the arrow keys.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CollectionSummary } from "#contract/collections/collections.ts";
import { useAddresses } from "#web/addresses.ts";
import { call } from "#web/api.ts";
import { moveItem } from "#web/lists/rows/reorder.ts";
import { stepByKey, useDrag } from "#web/lists/rows/use-drag.ts";
import css from "#web/lists/rows/row.module.css";
import { Handle, Row } from "#web/lists/rows/row.tsx";
import { collectionsQuery, refreshCollections } from "./queries.ts";
import { tell } from "./use-change.ts";
import { words } from "./words.ts";

export function CollectionOrder({ collections }: { collections: readonly CollectionSummary[] }) {
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
      <ol ref={rows} className={css.rows}>
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
