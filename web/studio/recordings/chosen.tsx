// What can be done with the recordings that are chosen, how far it is, and what was done last.
import { useState } from "react";
import type { NamedLevel } from "#contract/levels/levels.ts";
import type { RecordingRow } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { chooseAllShown, include, startSelecting, stopSelecting, useSelection } from "#web/library/edit/selection.ts";
import { AddSelected } from "#web/lists/collections/add-selected.tsx";
import { useActing } from "#web/studio/acting.ts";
import { Bar } from "#web/studio/bar.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { EditMany } from "./edit-many.tsx";
import { type Filter, narrowing } from "./filter.ts";
import css from "./recordings.module.css";
import type { ManyActs } from "./use-many.ts";
import { words } from "./words.ts";

interface Props {
  list: readonly RecordingRow[];
  /** All that match. */
  total: number;
  filter: Filter;
  levels: readonly NamedLevel[];
  many: ManyActs;
}

export function Chosen({ list, total, filter, levels, many: { work, last, undo, change, trash } }: Props) {
  const { many } = words;
  const { tell } = useActing();
  const chosen = useSelection((selection) => selection.chosen);
  const isSelecting = useSelection(({ isOn }) => isOn);
  const [open, setOpen] = useState<"edit" | "collection">();
  const [isAsking, setAsking] = useState(false);
  const ids = [...chosen];
  const areAllShown = list.every(({ id }) => chosen.has(id));
  const chooseAll = async () => {
    setAsking(true);
    try {
      include((await call("matchRecordings", { query: { ...narrowing(filter), ids: "yes" } })).ids ?? []);
    } catch (problem) {
      tell(problem);
    }
    setAsking(false);
  };
  const after = (isDone: boolean) => isDone && stopSelecting();
  return (
    <fieldset className={css.many} data-on={chosen.size > 0 || work || last ? true : undefined} aria-label={many.label}>
      <label className={css.all}>
        <input
          type="checkbox"
          aria-label={many.chooseShown}
          checked={chosen.size > 0 && areAllShown}
          ref={(box) => {
            if (box) box.indeterminate = chosen.size > 0 && !areAllShown;
          }}
          onChange={() => (areAllShown && chosen.size > 0 ? stopSelecting() : chooseAllShown())}
        />
      </label>
      {work ? (
        <output className={css.work}>
          <span>{many.working(work.what, work.done, work.total)}</span>
          <Bar label={work.what} value={work.done / work.total} />
        </output>
      ) : chosen.size === 0 ? (
        <>
          <span className={css.hint}>{many.hint}</span>
          <Button
            size="small"
            className={css.select}
            aria-pressed={isSelecting}
            onClick={isSelecting ? stopSelecting : startSelecting}
          >
            {words.select}
          </Button>
        </>
      ) : (
        <>
          <output className={css.count}>{many.chosen(chosen.size)}</output>
          <Button ref={keepFocus} size="small" onClick={() => setOpen("edit")}>
            {many.edit}
          </Button>
          <Button ref={keepFocus} size="small" onClick={() => void change(ids, { hidden: true }).then(after)}>
            {many.hide}
          </Button>
          <Button ref={keepFocus} size="small" onClick={() => void change(ids, { hidden: false }).then(after)}>
            {many.unhide}
          </Button>
          <Button ref={keepFocus} size="small" onClick={() => setOpen("collection")}>
            {many.collection}
          </Button>
          {chosen.size < total && (
            <Button ref={keepFocus} size="small" look="quiet" busy={isAsking} onClick={() => void chooseAll()}>
              {many.all(total)}
            </Button>
          )}
          <Button ref={keepFocus} size="small" look="quiet" onClick={stopSelecting}>
            {many.none}
          </Button>
          <Button
            ref={keepFocus}
            size="small"
            look="danger"
            className={css.delete}
            onClick={() => void trash(ids).then(after)}
          >
            {many.delete}
          </Button>
        </>
      )}
      {last && !work && (
        <output className={css.last}>
          <span>{last.message}</span>
          {last.changes.length > 0 && (
            <Button ref={keepFocus} size="small" onClick={() => void undo(last)}>
              {many.undo}
            </Button>
          )}
        </output>
      )}
      {open === "edit" && (
        <EditMany
          {...{ ids, levels }}
          change={(fields) => void change(ids, fields).then(after)}
          close={() => setOpen(undefined)}
        />
      )}
      {open === "collection" && <AddSelected ids={ids} close={() => setOpen(undefined)} done={stopSelecting} />}
    </fieldset>
  );
}
