// What editors do to a collection: its name, its level, its picture, its recordings, and deleting it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Collection } from "#contract/collections/collections.ts";
import { useAddresses } from "#web/addresses.ts";
import { call } from "#web/api.ts";
import lists from "#web/lists/lists.module.css";
import { NameForm } from "#web/lists/name-form.tsx";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { showDone } from "#web/undo/undo.ts";
import { AddRecordings } from "./add-recordings.tsx";
import { collectionQuery, forgetCollection, refreshCollections } from "./queries.ts";
import { tell, useCollectionChange } from "./use-change.ts";
import { words } from "./words.ts";

interface Props {
  collection: Collection;
}

interface Acts {
  items: MenuItem[];
  main: ReactNode;
  dialog: ReactNode;
}

/** Only for editors. */
export function useCurating(collection: Collection): Acts {
  const { has_picture: hasPicture = false } = collection;
  const [open, setOpen] = useState<"name" | "recordings">();
  const close = () => setOpen(undefined);
  const input = useRef<HTMLInputElement>(null);
  const picture = usePicture(collection);
  const remove = useRemoving(collection);
  return {
    items: [
      { label: words.rename, act: () => setOpen("name") },
      { label: hasPicture ? words.otherPicture : words.picture, act: () => input.current?.click() },
      ...(hasPicture ? [{ label: words.noPicture, act: () => picture.mutate(null) }] : []),
      { label: words.delete, act: () => remove.mutate(), isDanger: true },
    ],
    main: (
      <>
        <Level collection={collection} />
        <Button onClick={() => setOpen("recordings")}>{words.add}</Button>
      </>
    ),
    dialog: (
      <>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={words.picture}
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // the same file can be chosen again
            target.value = "";
            if (file) picture.mutate(file);
          }}
        />
        {open === "name" && <Rename collection={collection} close={close} />}
        {open === "recordings" && <AddRecordings collection={collection} close={close} />}
      </>
    ),
  };
}

function Rename({ collection, close }: Props & { close: () => void }) {
  const { save, isPending } = useCollectionChange(collection);
  const rename = async (title: string) => {
    if (await save({ title, message: words.renamed })) close();
  };
  return (
    <NameForm
      label={words.name}
      button={words.save}
      name={collection.title}
      isBusy={isPending}
      save={rename}
      close={close}
    />
  );
}

/** Only where there is more than one level. */
function Level({ collection }: Props) {
  const { user } = useUser();
  const { save } = useCollectionChange(collection);
  const choices = user?.level?.choices ?? [];
  if (choices.length < 2) return null;
  const choose = (value: string) => {
    const { id = null, name = "" } = choices.find((one) => (one.id ?? "") === value) ?? {};
    void save({ level: id, message: words.levelSet(name) });
  };
  return (
    <label className={lists.tools}>
      {words.level}
      <select
        className={`${fields.input} ${fields.wide}`}
        value={collection.level ?? ""}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map(({ id, name }) => (
          <option key={id ?? ""} value={id ?? ""}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function usePicture({ id }: Collection) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (file: File | null) =>
      file === null
        ? call("deleteCollectionPicture", { params: { id } })
        : call("saveCollectionPicture", { params: { id }, body: { picture: await readBase64(file) } }),
    onSuccess: ({ collection, change }, file) => {
      queries.setQueryData(collectionQuery(id).queryKey, collection);
      const message = file === null ? words.pictureGone : words.pictureSet;
      showDone({ message, changes: change, tell, refresh: () => refreshCollections(queries) });
    },
    onError: tell,
    onSettled: () => refreshCollections(queries),
  });
}

function useRemoving({ id, title }: Collection) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddresses();
  return useMutation({
    mutationFn: () => call("deleteCollection", { params: { id } }),
    onSuccess: async ({ change }) => {
      await navigate(to.collections);
      await forgetCollection(queries, id);
      showDone({ message: words.deleted(title), changes: change, tell, refresh: () => refreshCollections(queries) });
    },
    onError: tell,
  });
}

async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(file.name)));
  });
  reader.readAsDataURL(file);
  return (await read).replace(/^[^,]*,/, "");
}
