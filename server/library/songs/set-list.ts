// The set list of a recording, as it is stored.
import type { NamedSong, SetListEntry } from "#contract/songs.ts";
import type { Database } from "#server/database/open.ts";

/** Reads the set list of a recording that the caller may see. */
export async function readEntries(db: Database, videoId: string): Promise<SetListEntry[]> {
  return (await readEntriesOf(db, [videoId])).get(videoId) ?? [];
}

/** Reads several set lists, keyed by recording; those without a set list are left out. */
export async function readEntriesOf(db: Database, videoIds: readonly string[]): Promise<Map<string, SetListEntry[]>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("performance")
    .selectAll()
    .where("video_id", "in", videoIds)
    .orderBy("video_id")
    .orderBy("position")
    .execute();
  if (rows.length === 0) return new Map();
  const songs = await db
    .selectFrom("performance_song")
    .innerJoin("song", "song.id", "performance_song.song_id")
    .select(["performance_song.performance_id", "song.id", "song.title", "song.is_cover", "song.artist"])
    .where("performance_song.video_id", "in", videoIds)
    .orderBy("performance_song.place")
    .execute();
  const of = Map.groupBy(songs, ({ performance_id }) => performance_id);
  const entries = rows.map(
    ({ id, video_id, part, start_seconds, end_seconds, talk, guest, note, segue, debut }): Listed => ({
      videoId: video_id,
      entry: {
        ...{ id, part, start: start_seconds, end: end_seconds, talk, guest, note, segue, debut },
        songs: (of.get(id) ?? []).map(({ id, title, is_cover, artist }): NamedSong => ({
          id,
          title,
          is_cover,
          artist,
        })),
      },
    }),
  );
  return new Map(
    [...Map.groupBy(entries, ({ videoId }) => videoId)].map(([id, list]) => [id, list.map(({ entry }) => entry)]),
  );
}

interface Listed {
  videoId: string;
  entry: SetListEntry;
}
