// One collection: playing it, its recordings in their order, and for editors what can be changed.
import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router";
import type { Collection } from "#contract/collections/collections.ts";
import { ApiProblem, call } from "#web/api.ts";
import { useFeed } from "#web/feed/feed-button.tsx";
import { EntryRows } from "#web/lists/rows/entry-rows.tsx";
import { Head, sumUp } from "#web/lists/head.tsx";
import lists from "#web/lists/lists.module.css";
import { usePlay } from "#web/lists/play.ts";
import { setAudioOnly } from "#web/memory/persisted.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { collectionQuery, forgetCollection, refreshCollections } from "./queries.ts";
import { useCollectionChange, tell } from "./use-change.ts";
import { words } from "./words.ts";
import { type ReactNode, useRef, useState } from "react";
import { useAddresses } from "#web/addresses.ts";
import { NameForm } from "#web/lists/name-form.tsx";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { showDone } from "#web/undo/undo.ts";
import { foldWords } from "#contract/search/fold.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { listQuery } from "#web/list-query.ts";
import { Dialog } from "#web/ui/dialog/dialog.tsx";

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

interface Props {
  collection: Collection;
}

interface Acts {
  items: MenuItem[];
  main: ReactNode;
  dialog: ReactNode;
}

function useCurating(collection: Collection): Acts {
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

/** The choice is shown where there is more than one level. */
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
    <label className="tools">
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

const mostShown = 40;

/** All recordings with a box for each: those in the collection are ticked. A search finds others. */
function AddRecordings({ collection, close }: { collection: Collection; close: () => void }) {
  const { data: videos } = useQuery(listQuery);
  const [search, setSearch] = useState("");
  const { toggle, isPending } = useCollectionChange(collection);
  const own = new Set(collection.entries.map(({ video_id }) => video_id));
  const wanted = foldWords(search);
  const found = (videos ?? []).filter(({ title }) => {
    const folded = foldWords(title).join(" ");
    return wanted.every((word) => folded.includes(word));
  });
  return (
    <Dialog title={words.addHeading} width="narrow" close={close} foot={<Button onClick={close}>{words.done}</Button>}>
      <input
        type="search"
        className={`${fields.input} ${fields.wide}`}
        dir="auto"
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        maxLength={100}
        onChange={({ target }) => setSearch(target.value)}
      />
      {!videos && <Waiting>{words.loading}</Waiting>}
      {videos && found.length === 0 && <p className="dim">{words.nothingFound}</p>}
      <ul>
        {found.slice(0, mostShown).map((video) => (
          <li key={video.id}>
            <label className={lists.check}>
              <input
                type="checkbox"
                checked={own.has(video.id)}
                disabled={isPending}
                onChange={() => void toggle(video)}
              />
              <bdi>{video.title}</bdi>
              <small className="dim">{formatDate(video)}</small>
            </label>
          </li>
        ))}
      </ul>
      {found.length > mostShown && <p className="dim">{words.more(found.length - mostShown)}</p>}
    </Dialog>
  );
}
