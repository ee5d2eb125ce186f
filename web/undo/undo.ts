// The one Undo of the page: every change has an id in the history, and this asks the server to undo changes by their ids.
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { words } from "./words.ts";

/** How many one request may name. */
const mostAtOnce = 200;

/** All or none of each 200. Says how many were undone, and throws what the server refuses. */
export async function undoChanges(changes: readonly string[]): Promise<void> {
  let done = 0;
  try {
    while (done < changes.length) {
      const part = changes.slice(done, done + mostAtOnce);
      await call("undoChanges", { body: { changes: part } });
      done += part.length;
    }
  } finally {
    if (done > 0) showToast({ kind: "done", message: words.undone(done) });
  }
}

interface Done {
  message: string;
  /** The ids that the server answered; null or none when nothing had to be changed. */
  changes: string | null | readonly string[];
  tell: (problem: unknown) => void;
  refresh: () => Promise<void>;
}

/** Says what was done, with Undo if that changed something. */
export function showDone({ message, changes, tell, refresh }: Done): void {
  const ids = typeof changes === "string" ? [changes] : (changes ?? []);
  const undo = async (): Promise<void> => {
    try {
      await undoChanges(ids);
    } catch (problem) {
      tell(problem);
    }
    await refresh();
  };
  showToast({
    kind: "done",
    message,
    ...(ids.length > 0 && { action: { label: words.undo, run: () => void undo() } }),
  });
}
