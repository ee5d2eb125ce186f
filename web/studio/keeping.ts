// What editors do in Cleanup and Trash: protecting and restoring, each with Undo.
import { call } from "#web/api.ts";
import { showDone } from "#web/undo/undo.ts";
import type { Acting } from "./acting.ts";
import { refresh } from "./queries.ts";
import { words } from "./words.ts";

interface Named {
  id: string;
  title: string;
}

/** Protects a recording from automatic deletion. One that somebody else has protected before stays so after Undo. */
export function protect(acting: Acting, { id, title }: Named): Promise<void> {
  return act(acting, async () => {
    const { changes } = await call("changeMany", { body: { changes: [{ id, prevent_autodelete: true }] } });
    const { protected: sayProtected, unchanged } = words.keeping;
    return { changes, message: changes.length > 0 ? sayProtected(title) : unchanged(title) };
  });
}

export function restore(acting: Acting, { id, title }: Named): Promise<void> {
  return act(acting, async () => {
    const { change } = await call("restoreVideo", { params: { id } });
    return { changes: change, message: words.keeping.restored(title) };
  });
}

interface Done {
  message: string;
  changes: string | null | readonly string[];
}

async function act({ queries, tell }: Acting, work: () => Promise<Done>): Promise<void> {
  try {
    showDone({ ...(await work()), tell, refresh: () => refresh(queries) });
  } catch (problem) {
    return tell(problem);
  }
  await refresh(queries);
}
