// Puts the recordings that an editor has selected into a collection, or into a new one.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { NameForm } from "#web/lists/name-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import fields from "#web/ui/fields/fields.module.css";
import { Waiting } from "#web/ui/waiting.tsx";
import { showDone } from "#web/undo/undo.ts";
import { collectionsQuery, refreshCollections } from "./queries.ts";
import { tell } from "./use-change.ts";
import { words } from "./words.ts";

interface Props {
  ids: readonly string[];
  close: () => void;
  done: () => void;
}

export function AddSelected({ ids, close, done }: Props) {
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
    <Dialog
      title={words.addMany(ids.length)}
      width="narrow"
      close={close}
      foot={
        <Button look="quiet" onClick={close}>
          {dialogWords.cancel}
        </Button>
      }
    >
      {!collections && !error && <Waiting>{words.loadingAll}</Waiting>}
      {error && (
        <p role="alert" className={fields.problem}>
          {error.message}
        </p>
      )}
      <ul>
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
      <NameForm
        label={words.newOne}
        button={words.make}
        isBusy={add.isPending && add.variables.id === undefined}
        save={(title) => add.mutate({ title })}
      />
    </Dialog>
  );
}

async function addTo(id: string, added: readonly string[]) {
  const { collection } = await call("getCollection", { params: { id } });
  const before = collection.entries.map(({ video_id }) => video_id);
  const videos = [...new Set([...before, ...added])];
  return call("saveCollection", { params: { id }, body: { revision: collection.revision ?? 0, videos } });
}
