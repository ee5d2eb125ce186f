// The bar at the foot of the page while an editor chooses: how many, and what to do with them.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { QuickChange, VideoInList } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { changeMany, sayCount, trashMany } from "./changes.ts";
import css from "./selection-bar.module.css";
import { chooseAllShown, stopSelecting, useSelection } from "./selection.ts";

interface Props {
  videos: readonly VideoInList[];
  shown: readonly VideoInList[];
}

interface Action {
  label: string;
  change: Omit<QuickChange, "id">;
  /** Those it would change. */
  applies: (video: VideoInList) => boolean;
  done: string;
}

const actions: readonly Action[] = [
  { label: "Hide", change: { hidden: true }, applies: ({ hidden }) => !hidden, done: "hidden from viewers" },
  { label: "Unhide", change: { hidden: false }, applies: ({ hidden }) => hidden, done: "shown again" },
  {
    label: "Protect",
    change: { prevent_autodelete: true },
    applies: (video) => !video.prevent_autodelete,
    done: "kept from automatic deletion",
  },
  {
    label: "Unprotect",
    change: { prevent_autodelete: false },
    applies: (video) => video.prevent_autodelete === true,
    done: "no longer kept from automatic deletion",
  },
];

export function SelectionBar({ videos, shown }: Props) {
  const queries = useQueryClient();
  const chosen = useSelection((selection) => selection.chosen);
  const [running, setRunning] = useState<string>();
  const selected = videos.filter(({ id }) => chosen.has(id));
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) stopSelecting();
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, []);
  const run = async (label: string, act: () => Promise<boolean>) => {
    if (running !== undefined) return;
    setRunning(label);
    const isDone = await act();
    setRunning(undefined);
    if (isDone) stopSelecting();
  };
  const change = ({ change: to, applies, done }: Action) => {
    const changes = selected.filter(applies).map(({ id }) => ({ id, ...to }));
    return changeMany(queries, changes, (count) => `${sayCount(count)} ${done}.`);
  };
  const remove = () =>
    trashMany(
      queries,
      selected.map(({ id }) => id),
    );
  return (
    <section className={css.bar} aria-label="Selected recordings">
      <output className={css.count}>{selected.length} selected</output>
      <div className={css.actions}>
        {actions.map((action) => {
          const count = selected.filter(action.applies).length;
          if (count === 0) return null;
          return (
            <Button
              key={action.label}
              size="small"
              busy={running === action.label}
              onClick={() => void run(action.label, () => change(action))}
            >{`${action.label} ${count}`}</Button>
          );
        })}
        {selected.length > 0 && (
          <Button
            size="small"
            busy={running === "Delete"}
            onClick={() => void run("Delete", remove)}
          >{`Delete ${selected.length}`}</Button>
        )}
        {selected.length < shown.length && (
          <Button size="small" look="quiet" onClick={chooseAllShown}>
            Select all {shown.length}
          </Button>
        )}
        <Button size="small" look="quiet" onClick={stopSelecting}>
          Done
        </Button>
      </div>
    </section>
  );
}
