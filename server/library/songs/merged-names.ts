// The names that a song has from songs that were merged into it: members see one only while they may see a performance
// under that name, or if an editor typed it for the song that is left.
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { SongRow } from "#server/database/tables.ts";
import { foldName } from "./fold-name.ts";

type Names = Pick<SongRow, "id" | "title" | "other_names" | "typed_names">;

interface MergedNames {
  /** Whether a performance from before this song was merged can be seen. */
  isSeen(mergedId: string): boolean;
  /** The other names of a song that can be seen. */
  choose(song: Names): string[];
}

/** The names of the songs that were merged into this one, or of all. */
export async function findMergedNames(db: Database, audience: Audience, songId?: string): Promise<MergedNames> {
  let query = db
    .selectFrom("song")
    .select(["id", "title", "other_names", "typed_names", "merged_into"])
    // ends at the first: a merged song may have been played thousands of times
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("played_as")
          .innerJoin("performance_song", "performance_song.performance_id", "played_as.performance_id")
          .innerJoin("video", "video.id", "performance_song.video_id")
          .select("played_as.song_id")
          .whereRef("played_as.song_id", "=", "song.id")
          // the set list may name another song there by now
          .whereRef("performance_song.song_id", "=", "song.merged_into")
          .where(watchableBy(audience)),
      ).as("is_seen"),
    )
    .where("merged_into", "is not", null);
  if (songId !== undefined) query = query.where("merged_into", "=", songId);
  const rows = await query.execute();
  const merged = Map.groupBy(rows, ({ merged_into }) => merged_into);
  // SQLite answers with a number
  const seen = new Set(rows.filter(({ is_seen }) => Boolean(is_seen)).map(({ id }) => id));
  return {
    isSeen: (mergedId) => seen.has(mergedId),
    choose(song) {
      const own = merged.get(song.id) ?? [];
      const theirs = new Set(own.flatMap(({ title, other_names }) => [title, ...other_names]).map(foldName));
      const open = [song.typed_names, ...own.filter(({ id }) => seen.has(id)).map(namesOf)].flat().map(foldName);
      return song.other_names.filter((name) => !theirs.has(foldName(name)) || open.includes(foldName(name)));
    },
  };
}

/** Without those that it has from songs that were merged into it before: each of them counts for itself. */
function namesOf({ title, typed_names }: Names): string[] {
  return [title, ...typed_names];
}
