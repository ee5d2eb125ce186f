// What was typed in the inbox and is not saved yet. It is kept while its editor looks at other pages, and nobody else who
// logs in at this browser sees it.
import { useMemo } from "react";
import { create } from "zustand";
import type { InboxEntry } from "#contract/inbox.ts";
import { useUser } from "#web/session.ts";
import type { Drafts } from "./cells.ts";

type Change = Drafts | ((drafts: Drafts) => Drafts);

const none: Drafts = {};
const useTyped = create<Record<string, Drafts>>(() => ({}));

/** Text for a recording that has left the inbox is not shown, and so it is not saved either. */
export function useDrafts(entries: readonly InboxEntry[]) {
  const id = useUser().user?.id ?? "";
  const typed = useTyped((all) => all[id] ?? none);
  const drafts = useMemo(() => {
    const there = new Set(entries.map((entry) => entry.id));
    return Object.fromEntries(Object.entries(typed).filter(([one]) => there.has(one)));
  }, [typed, entries]);
  const setDrafts = useMemo(() => (change: Change) => keep(id, change), [id]);
  return { drafts, setDrafts };
}

function keep(id: string, change: Change): void {
  useTyped.setState((all) => ({ [id]: typeof change === "function" ? change(all[id] ?? none) : change }));
  const isChanged = Object.values(useTyped.getState()).some((drafts) => Object.keys(drafts).length > 0);
  if (isChanged) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

/** The browser asks before it closes the page with text that is not saved. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
