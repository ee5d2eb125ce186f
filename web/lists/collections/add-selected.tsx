// Puts the recordings that an editor has selected into a collection, or into a new one.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { call } from "#web/api.ts";
import dialogs from "#web/lists/add-dialog.module.css";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { showDone } from "#web/undo/undo.ts";
import { NewForm } from "./new-form.tsx";
import { collectionsQuery, refreshCollections } from "./queries.ts";
import { tell } from "./use-change.ts";
import { words } from "./words.ts";

interface Props {
  ids: readonly string[];
  close: () => void;
  /** They are in a collection now. */
  done: () => void;
}

export function AddSelected({ ids, close, done }: Props) {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const queries = useQueryClient();
  const { data: collections, error } = useQuery(collectionsQuery);
  const add = useMutation({
    mutationFn: ({ id, title }: { id?: string; title: string }) =>
      id === undefined ? call("makeCollection", { body: { title, videos: [...ids] } }) : addTo(id, ids),
    onSuccess: async ({ collection, change }) => {
      done();
      const refresh = () => refreshCollections(queries);
      await refresh();
      showDone({ message: words.addedMany(ids.length, collection.title), changes: change, tell, refresh });
    },
    onError: tell,
  });
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={heading} onClose={close}>
      <h2 id={heading}>{words.addMany(ids.length)}</h2>
      {!collections && !error && <Waiting>{words.loadingAll}</Waiting>}
      {error && <p className={dialogs.failure}>{error.message}</p>}
      <ul className={dialogs.lists}>
        {collections?.map(({ id, title }) => (
          <li key={id}>
            <Button
              look="quiet"
              busy={add.isPending && add.variables.id === id}
              onClick={() => add.mutate({ id, title })}
            >
              <bdi>{title}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <NewForm isBusy={add.isPending && add.variables.id === undefined} make={(title) => add.mutate({ title })} />
      <div className={dialogs.foot}>
        <Button onClick={() => dialog.current?.close()}>{words.cancel}</Button>
      </div>
    </dialog>
  );
}

async function addTo(id: string, added: readonly string[]) {
  const { collection } = await call("getCollection", { params: { id } });
  const before = collection.entries.map(({ video_id }) => video_id);
  const videos = [...new Set([...before, ...added])];
  return call("saveCollection", { params: { id }, body: { revision: collection.revision ?? 0, videos } });
}
