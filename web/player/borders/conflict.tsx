// Somebody else has saved the set list: both versions side by side, and which of them counts.
import { useQueryClient } from "@tanstack/react-query";
import type { SetList, SetListEntry } from "#contract/songs.ts";
import { formatTenths } from "#web/player/time.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./desk.module.css";
import { beginDraft, type Draft } from "./draft.ts";
import { nameRow } from "#web/player/borders/model/rows.ts";
import { useSave } from "./use-save.ts";
import { words } from "./words.ts";

export function Conflict({ id, draft, theirs }: { id: string; draft: Draft; theirs: SetList }) {
  const queries = useQueryClient();
  const save = useSave(id, draft);
  const takeTheirs = () => {
    queries.setQueryData(setListQuery(id).queryKey, theirs);
    beginDraft(id, theirs);
  };
  return (
    <div role="alert" className={css.conflict}>
      <strong>{words.conflict.heading}</strong>
      <div className={css.both}>
        <Version name={words.conflict.theirs} entries={theirs.entries} />
        <Version name={words.conflict.yours} entries={draft.rows} />
      </div>
      <div className={css.tools}>
        <Button onClick={takeTheirs}>{words.conflict.takeTheirs}</Button>
        <Button look="danger" busy={save.isPending} onClick={() => save.mutate(theirs.revision)}>
          {words.conflict.keepYours}
        </Button>
      </div>
    </div>
  );
}

function Version({ name, entries }: { name: string; entries: readonly SetListEntry[] }) {
  return (
    <section>
      <h3>{name}</h3>
      <ol>
        {entries.map((entry, index) => (
          <li key={index}>
            <span className={css.clock}>{entry.start === null ? words.list.noTime : formatTenths(entry.start)}</span>{" "}
            <bdi>{nameRow(entry) || words.unnamed}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
