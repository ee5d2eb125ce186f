// Which lists something is in, as checkboxes; and a new playlist for it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { ListSummary } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./add-dialog.module.css";
import { changeEntries } from "./changes.ts";
import type { Named } from "./favourites.ts";
import { listsQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export function AddDialog({ entry, title, close }: Named & { close: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // not in the text field: a phone's keyboard would cover the playlists
    dialog.current?.focus();
  }, []);
  const { data, error } = useQuery(listsQuery(entry));
  const [name, setName] = useState("");
  const queries = useQueryClient();
  // without a connection those known before; adding again what is in one changes nothing
  const lists = data ?? (error ? queries.getQueryData(listsQuery().queryKey) : undefined);
  const onSettled = () => refreshLists(queries);
  const change = useMutation({
    mutationFn: (list: ListSummary) => changeEntries(list.id, list.has ? { remove: [entry] } : { add: [entry] }),
    onSuccess: ({ isKept }, list) => {
      if (isKept) showToast({ kind: "done", message: words.kept(words.add.added(title, list.title)) });
    },
    onSettled,
  });
  const make = useMutation({
    mutationFn: () => call("makeList", { body: { title: name, entries: [entry] } }),
    onSuccess: () => setName(""),
    onSettled,
  });
  const problem = (lists ? null : error) ?? change.error ?? make.error;
  return (
    <dialog ref={dialog} className={css.dialog} tabIndex={-1} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{words.add.heading}</h2>
      <p className={css.about}>
        <bdi>{title}</bdi>
      </p>
      {!lists && !error && <Waiting>{words.add.loading}</Waiting>}
      <ul className={css.lists}>
        {lists?.map((list) => (
          <li key={list.id}>
            <label className={css.list}>
              <input
                type="checkbox"
                checked={change.isPending && change.variables.id === list.id ? !list.has : list.has}
                disabled={change.isPending}
                onChange={() => change.mutate(list)}
              />
              <bdi>{list.title}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <form
        className={css.make}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && !make.isPending) make.mutate();
        }}
      >
        <input
          className={css.name}
          dir="auto"
          aria-label={words.add.newList}
          placeholder={words.add.newList}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={make.isPending} disabled={name.trim() === ""}>
          {words.add.make}
        </Button>
      </form>
      {problem && (
        <p className={css.failure} role="alert">
          {words.add.failed(sayProblem(problem))}
        </p>
      )}
      <div className={css.foot}>
        <Button onClick={() => dialog.current?.close()}>{words.add.close}</Button>
      </div>
    </dialog>
  );
}
