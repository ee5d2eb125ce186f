// The bar of selected recordings sets the same level, and the same end of early access, for all of them.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NamedLevel } from "#contract/levels/levels.ts";
import { changeMany } from "#web/library/edit/changes.ts";
import { Button } from "#web/ui/button.tsx";
import type { LevelDraft } from "./draft.ts";
import { LevelFields } from "./level-fields.tsx";
import css from "./level-of-many.module.css";
import { words } from "./words.ts";

interface Props {
  ids: readonly string[];
  choices: readonly NamedLevel[];
  done: () => void;
}

const noFaults = new Map<string, string>();

export function LevelOfMany({ ids, choices, done }: Props) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<LevelDraft>({ level: null, opens_at: null, opens_level: null });
  const [isBusy, setBusy] = useState(false);
  const name = choices.find(({ id }) => id === draft.level)?.name ?? "";
  const save = async () => {
    setBusy(true);
    const isDone = await changeMany(
      queries,
      ids.map((id) => ({ id, ...draft })),
      words.manySet(name),
    );
    setBusy(false);
    if (isDone) done();
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <LevelFields choices={choices} draft={draft} change={setDraft} faults={noFaults} />
      <Button type="submit" size="small" look="lamp" busy={isBusy}>
        {words.setMany(ids.length)}
      </Button>
    </form>
  );
}
