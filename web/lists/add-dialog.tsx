// Which lists something is in, as checkboxes; and a new playlist for it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ListSummary } from "#contract/lists.ts";
import { sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { changeEntries } from "./changes.ts";
import type { Named } from "./favourites.ts";
import css from "./lists.module.css";
import { makeList } from "./making.ts";
import { NameForm } from "./name-form.tsx";
import { listsQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export function AddDialog({ entry, title, close }: Named & { close: () => void }) {
  const { data, error } = useQuery(listsQuery(entry));
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
    mutationFn: (name: string) => makeList(queries, { title: name, entries: [entry] }),
    onSettled,
  });
  const problem = (lists ? null : error) ?? change.error ?? make.error;
  return (
    <Dialog
      title={words.add.heading}
      width="narrow"
      isCalm
      close={close}
      foot={<Button onClick={close}>{words.add.close}</Button>}
    >
      <p className="dim">
        <bdi>{title}</bdi>
      </p>
      {!lists && !error && <Waiting>{words.add.loading}</Waiting>}
      <ul>
        {lists?.map((list) => (
          <li key={list.id}>
            <label className={css.check}>
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
      {/* with a key: once it is made, the name is gone */}
      <NameForm
        key={make.data}
        label={words.add.newList}
        button={words.add.make}
        isBusy={make.isPending}
        save={make.mutate}
      />
      {problem && (
        <p className={fields.problem} role="alert">
          {words.add.failed(sayProblem(problem))}
        </p>
      )}
    </Dialog>
  );
}
