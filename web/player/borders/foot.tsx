// Saves or discards; songs without a title are asked for first.
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { EditingFoot } from "#web/ui/dialog/editing.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import css from "./desk.module.css";
import { type Draft, dropDraft, isChanged } from "./draft.ts";
import { editBorders } from "./editing.ts";
import { isNamed } from "#web/player/borders/model/rows.ts";
import { useSave } from "./use-save.ts";
import { words } from "./words.ts";

export function Foot({ id, draft, showRow }: { id: string; draft: Draft; showRow: (key: string) => void }) {
  const save = useSave(id, draft);
  const [isAsking, setAsking] = useState(false);
  const [hasTried, setTried] = useState(false);
  const hasChanges = isChanged(draft);
  const unnamed = draft.rows.filter((row) => !isNamed(row));
  const [first] = unnamed;
  const close = () => {
    dropDraft(id);
    editBorders(null);
  };
  const trySave = () => {
    setTried(true);
    if (first) showRow(first.key);
    else save.mutate(draft.saved.revision);
  };
  return (
    <div className={css.foot}>
      <EditingFoot editing={{ isAsking, keepEditing: () => setAsking(false), close }} question={words.discardQuestion}>
        {hasTried && unnamed.length > 0 && (
          <p role="alert" className={css.question}>
            {words.titlesMissing(unnamed.length)}
          </p>
        )}
        <Button look="quiet" onClick={() => (hasChanges ? setAsking(true) : close())}>
          {hasChanges ? dialogWords.discard : dialogWords.close}
        </Button>
        <Button look="lamp" busy={save.isPending} disabled={!hasChanges || draft.theirs !== null} onClick={trySave}>
          {words.save(draft.rows.length)}
        </Button>
      </EditingFoot>
    </div>
  );
}
