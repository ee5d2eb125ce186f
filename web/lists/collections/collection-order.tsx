// The collections as rows that an editor puts into another order, by dragging or with the arrow keys.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { CollectionSummary } from "#contract/collections/collections.ts";
import { call } from "#web/api.ts";
import { ListIcon } from "#web/lists/icon.tsx";
import lists from "#web/lists/lists.module.css";
import { moveItem } from "#web/lists/reorder.ts";
import { stepByKey } from "#web/lists/step-by-key.ts";
import { useDrag } from "#web/lists/use-drag.ts";
import css from "./collections.module.css";
import { Cover } from "./cover.tsx";
import { collectionsQuery, refreshCollections } from "./queries.ts";
import { tell } from "./use-change.ts";
import { words } from "./words.ts";

export function CollectionOrder({ collections }: { collections: readonly CollectionSummary[] }) {
  const queries = useQueryClient();
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
      <ol ref={rows} className={lists.rows}>
        {shown.map(({ id, title, recordings, pictures }, index) => (
          <li key={id} className={css.place} data-dragged={drag.dragged?.to === index}>
            <button
              type="button"
              className={lists.grip}
              aria-label={words.move(title)}
              title={words.moveHelp}
              {...drag.grip(index)}
              onKeyDown={(event) => stepByKey(event, (by) => move(index, index + by))}
            >
              <ListIcon name="grip" />
            </button>
            <Link to={`/collection/${id}`} className={lists.row}>
              <Cover pictures={pictures} className={css.small} />
              <span className={lists.title}>
                <bdi>{title}</bdi>
                <small className={lists.dim}>{words.recordings(recordings)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}
