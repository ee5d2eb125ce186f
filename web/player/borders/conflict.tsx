// Somebody else has saved the set list in the meantime.
import { useQueryClient } from "@tanstack/react-query";
import type { SetList, SetListEntry } from "#contract/songs.ts";
import { formatTenths } from "#web/player/time.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { Conflict } from "#web/ui/dialog/editing.tsx";
import css from "./desk.module.css";
import { beginDraft, type Draft } from "./draft.ts";
import { nameRow } from "#web/player/borders/model/rows.ts";
import { useSave } from "./use-save.ts";
import { words } from "./words.ts";

export function SetListConflict({ id, draft, theirs }: { id: string; draft: Draft; theirs: SetList }) {
  const queries = useQueryClient();
  const save = useSave(id, draft);
  return (
    <Conflict
      heading={words.conflict}
      theirs={<Version entries={theirs.entries} />}
      yours={<Version entries={draft.rows} />}
      isSaving={save.isPending}
      takeTheirs={() => {
        queries.setQueryData(setListQuery(id).queryKey, theirs);
        beginDraft(id, theirs);
      }}
      keepYours={() => save.mutate(theirs.revision)}
    />
  );
}

function Version({ entries }: { entries: readonly SetListEntry[] }) {
  return (
    <ol>
      {entries.map((entry, index) => (
        <li key={index}>
          <span className={css.clock}>{entry.start === null ? words.list.noTime : formatTenths(entry.start)}</span>{" "}
          <bdi>{nameRow(entry) || words.unnamed}</bdi>
        </li>
      ))}
    </ol>
  );
}
