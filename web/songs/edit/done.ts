// After a song was changed or merged: says so with Undo, and loads again what names songs.
import type { QueryClient } from "@tanstack/react-query";
import { sayProblem } from "#web/api.ts";
import { setListsKey } from "#web/set-list-query.ts";
import { songKeys } from "#web/songs/queries.ts";
import { words } from "#web/songs/words.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";

export async function showSongDone(
  queries: QueryClient,
  { message, change }: { message: string; change: string | null },
): Promise<void> {
  const refresh = async () => {
    await Promise.all([...songKeys, setListsKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const tell = (problem: unknown) => showToast({ kind: "error", message: words.edit.undoFailed(sayProblem(problem)) });
  showDone({ message, changes: change, tell, refresh });
  await refresh();
}
