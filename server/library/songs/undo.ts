// Undoes changes of songs and of set lists, unless somebody has changed them since.
import type { LockedTrx } from "#server/library/version.ts";
import { z } from "zod";
import { audiences } from "#server/access/visible.ts";
import type { Trx } from "#server/database/open.ts";
import { type RecordedChange, type RecordedEvent, recordEvent } from "#server/history/log.ts";
import { Refusal } from "#server/refusal.ts";
import type { Editor } from "#server/library/edit.ts";
import { changeSong, writeSong } from "./edit-song.ts";
import { eachPart } from "./merge-songs.ts";
import { findSong, getSong, listSongs, type SongRow } from "./song.ts";
import { words } from "./words.ts";
import type { SetListEntry } from "#contract/songs.ts";
import { getVideo } from "#server/library/video.ts";
import { writeEntries } from "./save.ts";
import { readEntries } from "./set-list.ts";

const Values = z.object({
  title: z.string(),
  is_cover: z.boolean(),
  artist: z.string().nullable(),
  other_names: z.array(z.string()),
  notes: z.string(),
  lyrics_url: z.string().nullable(),
});
const Changed = z.object({ song_id: z.string(), revision: z.int() });
const Edited = Changed.extend({ before: Values.partial() });
const Merged = Changed.extend({
  merged_id: z.string(),
  title: z.string(),
  into: z.string(),
  was: Values.pick({ other_names: true, notes: true, lyrics_url: true }),
  /** Each performance, with its place in a medley. */
  played: z.array(z.tuple([z.string(), z.int()])),
  /** Performances of both songs. */
  both: z.array(z.string()),
  earlier: z.array(z.string()),
});

/** Returns the id of the new change. */
export async function undoSong(trx: LockedTrx, editor: Editor, event: RecordedEvent): Promise<string | null> {
  const { song_id, revision } = Changed.parse(event.detail);
  const row = await getSong(trx, audiences.editors, song_id);
  if (row.id !== song_id || row.revision !== revision) throw new Refusal("conflict", words.songChangedSince);
  if (event.kind === "song-merged") return separate(trx, editor, { row, merged: Merged.parse(event.detail) });
  const { before } = Edited.parse(event.detail);
  const values = { ...Values.parse(row), ...dropUndefined(before) };
  const other = await findSong(trx, { id: null, ...values });
  if (other !== undefined && other !== row.id) throw new Refusal("conflict", words.songTitleTaken(values.title));
  return (await changeSong(trx, editor, { row, values, typed: row.typed_names })).change;
}

/** The song is there again, with its performances that are still in a set list. */
async function separate(
  trx: Trx,
  editor: Editor,
  { row, merged }: { row: SongRow; merged: z.infer<typeof Merged> },
): Promise<string> {
  const { merged_id, was, played, earlier, title, into } = merged;
  await trx.updateTable("song").set({ merged_into: null }).where("id", "=", merged_id).execute();
  await eachPart(earlier, (ids) =>
    trx
      .updateTable("song")
      .set({ merged_into: merged_id })
      .where("id", "in", ids)
      .where("merged_into", "=", row.id)
      .execute(),
  );
  await eachPart(played, async (part) => {
    const places = new Map(part);
    const rows = await trx
      .selectFrom("performance_song")
      .selectAll()
      .where("song_id", "=", row.id)
      .where("performance_id", "in", [...places.keys()])
      .execute();
    if (rows.length === 0) return;
    await trx
      .insertInto("performance_song")
      .values(rows.map((one) => ({ ...one, song_id: merged_id, place: places.get(one.performance_id) ?? one.place })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await trx.deleteFrom("played_as").where("song_id", "=", merged_id).execute();
  await dropMoved(trx, row.id, merged);
  const song = await writeSong(trx, row, { values: { ...row, ...was }, typed: row.typed_names, now: editor.now });
  return recordEvent(trx, {
    ...{ at: editor.now, kind: "song-separated", actorId: editor.memberId },
    detail: { song_id: row.id, title, into, revision: song.revision },
  });
}

/** What was a performance of the merged song alone is none of the other any more. */
async function dropMoved(
  trx: Trx,
  songId: string,
  { played, both }: Pick<z.infer<typeof Merged>, "played" | "both">,
): Promise<void> {
  const shared = new Set(both);
  const alone = played.map(([id]) => id).filter((id) => !shared.has(id));
  await eachPart(alone, (ids) =>
    trx.deleteFrom("performance_song").where("song_id", "=", songId).where("performance_id", "in", ids).execute(),
  );
}

function dropUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** Returns the id of the new change. */
export async function undoSetList(trx: LockedTrx, editor: Editor, change: RecordedChange): Promise<string | null> {
  const row = await getVideo(trx, audiences.editors, change.video_id);
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
