// The same level, and the same end of early access, for many recordings of the inbox. It takes effect immediately, with one Undo.
import { useContext } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import { useUser } from "#web/session.ts";
import css from "./inbox.module.css";
import { LevelFormContext } from "./level-form.ts";
import { words } from "./words.ts";

interface Props {
  entries: readonly InboxEntry[];
  isSelection: boolean;
  done: () => void;
}

export function InboxLevels({ entries, isSelection, done }: Props) {
  const showForm = useContext(LevelFormContext);
  const choices = useUser().user?.level?.choices ?? [];
  if (choices.length < 2) return null;
  return (
    <details className={css.tools}>
      <summary>{words.levels}</summary>
      <p className={css.from}>{words.levelsScope(entries.length, isSelection)}</p>
      {showForm({ ids: entries.map(({ id }) => id), choices, done })}
    </details>
  );
}
