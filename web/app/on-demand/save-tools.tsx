// "Save on this device", as the app puts it on the pages of recordings and lists. Loaded on demand, after those pages.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { SaveButton } from "#web/saved/save-button.tsx";
import type { Wanted } from "#web/saved/saver.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { songQuery } from "#web/songs/queries.ts";
import { installWorker } from "#web/app/install.ts";

export function SaveTools(props: { wanted: readonly Wanted[]; videoBytes?: number | null }) {
  const queries = useQueryClient();
  const prepare = () => {
    void installWorker({ withSaved: true }).catch(() => undefined);
    // what does not arrive is asked for when it is looked at
    void lookAhead(queries, props.wanted).catch(() => undefined);
  };
  return <SaveButton {...props} prepare={prepare} />;
}

const mostAhead = 100;

/** Set lists and the pages of their songs, which are then remembered like what somebody has looked at. */
async function lookAhead(queries: QueryClient, wanted: readonly Wanted[]): Promise<void> {
  const songs = new Set<string>();
  for (const { id } of wanted.slice(0, mostAhead)) {
    const { entries } = await queries.fetchQuery(setListQuery(id));
    for (const song of entries.flatMap((entry) => entry.songs)) if (song.id !== null) songs.add(song.id);
  }
  for (const id of [...songs].slice(0, mostAhead)) await queries.fetchInfiniteQuery(songQuery(id));
}
