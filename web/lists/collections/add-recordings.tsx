// All recordings with a box for each: those in the collection are ticked. A search finds others.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Collection } from "#contract/collections/collections.ts";
import { foldWords } from "#contract/search/fold.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { listQuery } from "#web/list-query.ts";
import lists from "#web/lists/lists.module.css";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Waiting } from "#web/ui/waiting.tsx";
import { useCollectionChange } from "./use-change.ts";
import { words } from "./words.ts";

const mostShown = 40;

export function AddRecordings({ collection, close }: { collection: Collection; close: () => void }) {
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
      {videos && found.length === 0 && <p className={lists.dim}>{words.nothingFound}</p>}
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
              <small className={lists.dim}>{formatDate(video)}</small>
            </label>
          </li>
        ))}
      </ul>
      {found.length > mostShown && <p className={lists.dim}>{words.more(found.length - mostShown)}</p>}
    </Dialog>
  );
}
