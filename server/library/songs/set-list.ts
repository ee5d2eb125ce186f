// The set list of a recording, as it is stored.
import type { NamedSong, SetListEntry } from "#contract/songs.ts";
import type { Database } from "#server/database/open.ts";

/** Of a recording that the caller may see. */
export async function readEntries(db: Database, videoId: string): Promise<SetListEntry[]> {
  const rows = await db
    .selectFrom("performance")
    .selectAll()
    .where("video_id", "=", videoId)
    .orderBy("position")
    .execute();
  if (rows.length === 0) return [];
  const songs = await db
    .selectFrom("performance_song")
    .innerJoin("song", "song.id", "performance_song.song_id")
    .select(["performance_song.performance_id", "song.id", "song.title", "song.is_cover", "song.artist"])
    .where("performance_song.video_id", "=", videoId)
    .orderBy("performance_song.place")
    .execute();
  const of = Map.groupBy(songs, ({ performance_id }) => performance_id);
  return rows.map(({ id, part, start_seconds, end_seconds, talk, guest, note, segue, debut }) => ({
    ...{ id, part, start: start_seconds, end: end_seconds, talk, guest, note, segue, debut },
    songs: (of.get(id) ?? []).map(({ id, title, is_cover, artist }): NamedSong => ({ id, title, is_cover, artist })),
  }));
}
