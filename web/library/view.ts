// Whether the recordings are shown as cards or as a list: what this browser was told, or else what its width suggests.
import { create } from "zustand";

export type View = "cards" | "list";

/** This entry is apart: the persisted one holds only what the specification says. */
const entry = "stagedoor-view";
const narrow = matchMedia("(max-width: 699px)");

const useChoice = create<{ chosen: View | undefined; isNarrow: boolean }>(() => ({
  chosen: readStored(),
  isNarrow: narrow.matches,
}));
narrow.addEventListener("change", ({ matches }) => useChoice.setState({ isNarrow: matches }));

export function useView(): View {
  return useChoice(({ chosen, isNarrow }) => chosen ?? (isNarrow ? "list" : "cards"));
}

export function chooseView(view: View): void {
  try {
    localStorage.setItem(entry, view);
  } catch {
    // Storage is full or not allowed: the choice holds until the page is closed.
  }
  useChoice.setState({ chosen: view });
}

/** What this browser was told. */
export function forgetView(): void {
  localStorage.removeItem(entry);
  useChoice.setState({ chosen: undefined });
}

function readStored(): View | undefined {
  try {
    const stored = localStorage.getItem(entry);
    return stored === "cards" || stored === "list" ? stored : undefined;
  } catch {
    return undefined;
  }
}
