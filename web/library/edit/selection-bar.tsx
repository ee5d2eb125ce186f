// The bar at the bottom of the page while an editor selects recordings: how many there are, and what to do with them.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { QuickChange, VideoInList } from "#contract/video.ts";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { changeMany, trashMany } from "./changes.ts";
import css from "./selection-bar.module.css";
import { chooseAllShown, stopSelecting, useSelection } from "./selection.ts";
import { words } from "./words.ts";

const { selectionBar, messages } = words;

const LevelOfMany = lazy(async () => ({
  default: (await import("#web/library/levels/level-of-many.tsx")).LevelOfMany,
}));

const AddSelected = lazy(async () => ({
  default: (await import("#web/lists/collections/add-selected.tsx")).AddSelected,
}));

interface Props {
  videos: readonly VideoInList[];
  shown: readonly VideoInList[];
}

interface Action {
  kind: "hide" | "unhide" | "protect" | "unprotect";
  change: Omit<QuickChange, "id">;
  /** Whether it would change this recording. */
  applies: (video: VideoInList) => boolean;
  say: (count: number) => string;
}

const actions: readonly Action[] = [
  { kind: "hide", change: { hidden: true }, applies: ({ hidden }) => !hidden, say: messages.manyHidden },
  { kind: "unhide", change: { hidden: false }, applies: ({ hidden }) => hidden, say: messages.manyUnhidden },
  {
    kind: "protect",
    change: { prevent_autodelete: true },
    applies: (video) => !video.prevent_autodelete,
    say: messages.manyProtected,
  },
  {
    kind: "unprotect",
    change: { prevent_autodelete: false },
    applies: (video) => video.prevent_autodelete === true,
    say: messages.manyUnprotected,
  },
];

export function SelectionBar({ videos, shown }: Props) {
  const queries = useQueryClient();
  const chosen = useSelection((selection) => selection.chosen);
  const [running, setRunning] = useState<Action["kind"] | "delete">();
  const [isLevelOpen, setLevelOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const choices = useUser().user?.level?.choices;
  const selected = videos.filter(({ id }) => chosen.has(id));
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) stopSelecting();
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, []);
  const run = async (kind: Action["kind"] | "delete", act: () => Promise<boolean>) => {
    if (running !== undefined) return;
    setRunning(kind);
    const isDone = await act();
    setRunning(undefined);
    if (isDone) stopSelecting();
  };
  const change = ({ change: to, applies, say }: Action) => {
    const changes = selected.filter(applies).map(({ id }) => ({ id, ...to }));
    return changeMany(queries, changes, say);
  };
  const remove = () =>
    trashMany(
      queries,
      selected.map(({ id }) => id),
    );
  return (
    <section className={css.bar} aria-label={selectionBar.label}>
      <output className={css.count}>{selectionBar.selected(selected.length)}</output>
      <div className={css.actions}>
        {actions.map((action) => {
          const count = selected.filter(action.applies).length;
          if (count === 0) return null;
          return (
            <Button
              key={action.kind}
              size="small"
              busy={running === action.kind}
              onClick={() => void run(action.kind, () => change(action))}
            >
              {selectionBar[action.kind](count)}
            </Button>
          );
        })}
        {selected.length > 0 && choices && (
          <Button size="small" aria-expanded={isLevelOpen} onClick={() => setLevelOpen(!isLevelOpen)}>
            {selectionBar.level}
          </Button>
        )}
        {selected.length > 0 && (
          <Button size="small" onClick={() => setAdding(true)}>
            {selectionBar.collection}
          </Button>
        )}
        {selected.length > 0 && (
          <Button size="small" busy={running === "delete"} onClick={() => void run("delete", remove)}>
            {selectionBar.delete(selected.length)}
          </Button>
        )}
        {selected.length < shown.length && (
          <Button size="small" look="quiet" onClick={chooseAllShown}>
            {selectionBar.selectAll(shown.length)}
          </Button>
        )}
        <Button size="small" look="quiet" onClick={stopSelecting}>
          {selectionBar.done}
        </Button>
      </div>
      {isLevelOpen && choices && selected.length > 0 && (
        <Suspense>
          <LevelOfMany ids={selected.map(({ id }) => id)} choices={choices} done={stopSelecting} />
        </Suspense>
      )}
      {isAdding && (
        <Suspense>
          <AddSelected ids={selected.map(({ id }) => id)} close={() => setAdding(false)} done={stopSelecting} />
        </Suspense>
      )}
    </section>
  );
}
