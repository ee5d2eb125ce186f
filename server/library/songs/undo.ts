// Undoes a change of a set list: the list before it is saved again, if nobody has changed it since.
import type { LockedTrx } from "#server/library/version.ts";
import type { SetListEntry } from "#contract/songs.ts";
import type { RecordedChange } from "#server/history/log.ts";
import { Refusal } from "#server/refusal.ts";
import type { Editor } from "#server/library/edit.ts";
import { getVideo } from "#server/library/video.ts";
import { writeEntries } from "./save.ts";
import { readEntries } from "./set-list.ts";
import { listSongs } from "./song.ts";
import { words } from "./words.ts";

/** Returns the id of the new change. */
export async function undoSetList(trx: LockedTrx, editor: Editor, change: RecordedChange): Promise<string | null> {
  const row = await getVideo(trx, "editors", change.video_id);
  const before = await readEntries(trx, row.id);
  if (change.after.set_list_revision !== row.set_list_revision)
    throw new Refusal("conflict", words.changedSince, {
      currentSetList: { revision: row.set_list_revision, entries: before },
    });
  const entries = change.before.set_list as SetListEntry[];
  const known = await listSongs(
    trx,
    entries.flatMap(({ songs }) => songs.flatMap(({ id }) => id ?? [])),
  );
  // a song that is gone meanwhile is added again by its title
  const there = entries.map((entry) => ({
    ...entry,
    songs: entry.songs.map((song) => ({ ...song, id: song.id !== null && known.has(song.id) ? song.id : null })),
  }));
  return (await writeEntries(trx, row, { editor, before, entries: there })).change;
}
