// Merges one song into another: its performances and names become those of the other. It can be undone.
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { recordEvent } from "#server/history/log.ts";
import { Refusal } from "#server/refusal.ts";
import type { Editor } from "#server/library/edit.ts";
import { changeLibrary } from "#server/library/version.ts";
import { type ChangedSong, listNames, writeSong } from "./edit-song.ts";
import { describeSong, getSong, isPlayed } from "./song.ts";
import { words } from "./words.ts";

const atOnce = 500;
const mostNames = 20;

export async function mergeSong(
  db: Database,
  editor: Editor,
  { id, into }: { id: string; into: string },
): Promise<ChangedSong> {
  return changeLibrary(db, async (trx) => {
    const [one, other] = [await getSong(trx, audiences.editors, id), await getSong(trx, audiences.editors, into)];
    if (one.id === other.id)
      throw new Refusal("bad-input", words.mergeSelf, { fields: [{ field: "into", rule: words.mergeSelfRule }] });
    const played = await trx
      .selectFrom("performance_song")
      .select(["performance_id", "place", "video_id"])
      .where("song_id", "=", one.id)
      .execute();
    const isSeen = await isPlayed(trx, audiences.viewers, one.id);
    await eachPart(played, (part) =>
      trx
        .insertInto("played_as")
        .values(part.map(({ performance_id, video_id }) => ({ song_id: one.id, performance_id, video_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    const both = await findBoth(trx, one.id, other.id);
    // in a medley of both only one is left
    await eachPart(both, (part) =>
      trx.deleteFrom("performance_song").where("song_id", "=", one.id).where("performance_id", "in", part).execute(),
    );
    await trx.updateTable("performance_song").set({ song_id: other.id }).where("song_id", "=", one.id).execute();
    const earlier = await trx.selectFrom("song").select("id").where("merged_into", "=", one.id).execute();
    await trx.updateTable("song").set({ merged_into: other.id }).where("merged_into", "=", one.id).execute();
    await trx.updateTable("song").set({ merged_into: other.id }).where("id", "=", one.id).execute();
    const names = listNames(other.title, [...other.other_names, one.title, ...one.other_names]);
    const values = {
      ...other,
      other_names: names.slice(0, mostNames),
      // what members could not read before, they must not read now
      notes: other.notes || (isSeen ? one.notes : ""),
      lyrics_url: other.lyrics_url ?? (isSeen ? one.lyrics_url : null),
    };
    const song = await writeSong(trx, other, { values, typed: other.typed_names, now: editor.now });
    const change = await recordEvent(trx, {
      ...{ at: editor.now, kind: "song-merged", actorId: editor.memberId },
      detail: {
        ...{ song_id: other.id, merged_id: one.id, title: one.title, into: other.title, revision: song.revision },
        was: { other_names: other.other_names, notes: other.notes, lyrics_url: other.lyrics_url },
        played: played.map(({ performance_id, place }) => [performance_id, place]),
        both,
        earlier: earlier.map((song) => song.id),
      },
    });
    return { song: describeSong(song), change };
  });
}

/** The performances of both, as a medley. */
async function findBoth(trx: Trx, one: string, other: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("performance_song as a")
    .innerJoin("performance_song as b", "b.performance_id", "a.performance_id")
    .select("a.performance_id")
    .where("a.song_id", "=", one)
    .where("b.song_id", "=", other)
    .execute();
  return rows.map(({ performance_id }) => performance_id);
}

/** A query can name only so many values. */
export async function eachPart<T>(all: readonly T[], work: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) await work(all.slice(from, from + atOnce));
}
