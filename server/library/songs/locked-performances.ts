// Recordings in which a song was played and that are locked cards to this audience: nothing of the performance itself.
import type { LockedPerformance } from "#contract/songs.ts";
import { nameLevel } from "#server/access/levels.ts";
import { type Audience, findLock, visibleTo } from "#server/access/visible.ts";
import type { LevelRules } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import { knownOf, thumbnailUrl } from "#server/library/video.ts";

const most = 50;

/** Newest first. Of a song that this audience may see. */
export async function listLockedPerformances(
  db: Database,
  audience: Audience,
  { songId, levels }: { songId: string; levels: LevelRules },
): Promise<LockedPerformance[]> {
  if (!audience.seesLocked) return [];
  const lockOf = findLock(audience);
  const rows = await db
    .selectFrom("video")
    .select(["id", "title", "thumbnail_hash", "add_date", "time_missing", "only_known", "duration_seconds", "level"])
    .where(visibleTo(audience))
    .where("level", "is not", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("performance_song")
          .select("performance_song.video_id")
          .whereRef("performance_song.video_id", "=", "video.id")
          .where("performance_song.song_id", "=", songId),
      ),
    )
    .orderBy("add_date", "desc")
    .orderBy("id", "desc")
    .execute();
  const locked = rows.flatMap((row) => {
    const level = lockOf(row);
    return level === null ? [] : [{ ...row, level }];
  });
  return locked.slice(0, most).map((row) => ({
    ...{ video_id: row.id, video_title: row.title, thumbnail_url: thumbnailUrl(row) },
    ...{ played_at: row.add_date.toISOString(), ...knownOf(row), duration: row.duration_seconds },
    locked: { level: row.level, name: nameLevel(row.level, levels) },
  }));
}
