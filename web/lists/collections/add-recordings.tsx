// All recordings with a box for each: those in the collection are ticked. A search finds others.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Collection } from "#contract/collections/collections.ts";
import { foldWords } from "#contract/search/fold.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { listQuery } from "#web/list-query.ts";
import dialogs from "#web/lists/add-dialog.module.css";
import lists from "#web/lists/lists.module.css";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { useCollectionChange } from "./use-change.ts";
import { words } from "./words.ts";

const mostShown = 40;

export function AddRecordings({ collection, close }: { collection: Collection; close: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
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
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{words.addHeading}</h2>
      <input
        type="search"
        className={lists.name}
        dir="auto"
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        maxLength={100}
        onChange={({ target }) => setSearch(target.value)}
      />
      {!videos && <Waiting>{words.loading}</Waiting>}
      {videos && found.length === 0 && <p className={dialogs.about}>{words.nothingFound}</p>}
      <ul className={dialogs.lists}>
        {found.slice(0, mostShown).map((video) => (
          <li key={video.id}>
            <label className={dialogs.list}>
              <input
                type="checkbox"
                checked={own.has(video.id)}
                disabled={isPending}
                onChange={() => void toggle(video)}
              />
              <bdi>{video.title}</bdi>
              <small className={lists.dim}>{formatDate(video)}</small>
            </label>
          </li>
        ))}
      </ul>
      {found.length > mostShown && <p className={dialogs.about}>{words.more(found.length - mostShown)}</p>}
      <div className={dialogs.foot}>
        <Button onClick={() => dialog.current?.close()}>{words.done}</Button>
      </div>
    </dialog>
  );
}
