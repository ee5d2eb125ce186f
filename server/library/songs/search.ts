// Search finds songs: each with its newest performance that one may see, so that it can be started at its moment.
import { fold } from "#contract/fold.ts";
import type { SongInList, SongPerformance } from "#contract/songs.ts";
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { listPerformances } from "./performances.ts";
import { describe, matching, type CountedSong, type SongLists } from "./song-list.ts";

interface FoundSong {
  song: SongInList;
  newest: SongPerformance;
}

export async function searchSongs(
  db: Database,
  lists: SongLists,
  { audience, q, limit }: { audience: Audience; q: string; limit: number },
): Promise<FoundSong[]> {
  const wanted = fold(q);
  if (wanted === "") return [];
  const songs = (await lists.all(audience))
    .filter((song) => song.times > 0)
    .filter(matching(q))
    .toSorted((a, b) => rank(a, wanted) - rank(b, wanted) || b.times - a.times || (a.id < b.id ? -1 : 1));
  const found: FoundSong[] = [];
  for (const song of songs.slice(0, limit)) {
    const { performances } = await listPerformances(db, audience, { songId: song.id, limit: 1 });
    if (performances[0]) found.push({ song: describe(song), newest: performances[0] });
  }
  return found;
}

/** The title itself, then those that begin with it. */
function rank({ folded }: CountedSong, wanted: string): number {
  if (folded === wanted) return 0;
  return folded.startsWith(wanted) ? 1 : 2;
}
