// A new playlist. Without a connection it is kept in this browser and sent later; until then it is shown as it will be.
import type { QueryClient } from "@tanstack/react-query";
import type { EntryKey, LibraryList } from "#contract/lists.ts";
import { showToast } from "#web/ui/toast.tsx";
import { sendOrKeep } from "./changes.ts";
import { listQuery, listsQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

/** Returns its id. */
export async function makeList(
  queries: QueryClient,
  { title, entries }: { title: string; entries: readonly EntryKey[] },
): Promise<string> {
  const id = newId();
  const answer = await sendOrKeep("makeList", {
    body: { id, title, ...(entries.length > 0 && { entries: [...entries] }) },
  });
  if (answer) {
    await refreshLists(queries);
    return id;
  }
  const songs = entries.filter(({ performance_id }) => performance_id !== null).length;
  const shared = { id, kind: "own" as const, title, share_key: null };
  const list: LibraryList = { ...shared, entries: entries.length, has: false, songs, seconds: 0, pictures: [] };
  const byAge = (lists: LibraryList[]) => {
    const ready = lists.filter(({ kind }) => kind !== "own");
    return [...ready, list, ...lists.filter(({ kind }) => kind === "own")];
  };
  queries.setQueryData(listsQuery().queryKey, (lists) => lists && byAge(lists));
  // what is in it is known when it is sent
  if (entries.length === 0) queries.setQueryData(listQuery(id).queryKey, { ...shared, is_mine: true, entries: [] });
  showToast({ kind: "done", message: words.kept(words.add.made(title)) });
  return id;
}

/** As the server's own. */
const letters = "abcdefghijklmnopqrstuvwxyz234567";

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(26)), (one) => letters[one % letters.length]).join("");
}
