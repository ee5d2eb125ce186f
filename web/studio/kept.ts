// What somebody has typed in the studio and not saved yet. It is kept while they look at other pages, and nobody else who logs in at this
// browser sees it. The browser asks before it closes the page.
import { useMemo } from "react";
import { create } from "zustand";
import { useUser } from "#web/session.ts";

interface Kept {
  person: string;
  pages: Readonly<Record<string, object>>;
}

const useAll = create<Kept>(() => ({ person: "", pages: {} }));
const nothing = {};

/** What was typed, by page. An object without keys is nothing. */
export function useKept<T extends object>(page: string): [T, (change: (now: T) => T) => void] {
  const person = useUser().user?.id ?? "";
  const kept = useAll((all) => all.person === person && all.pages[page]) || nothing;
  const set = useMemo(() => (change: (now: T) => T) => keep(person, page, change), [person, page]);
  return [kept as T, set];
}

function keep<T extends object>(person: string, page: string, change: (now: T) => T): void {
  useAll.setState((all) => {
    const pages = all.person === person ? all.pages : {};
    return { person, pages: { ...pages, [page]: change((pages[page] ?? nothing) as T) } };
  });
  const isTyped = Object.values(useAll.getState().pages).some((typed) => Object.keys(typed).length > 0);
  if (isTyped) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
