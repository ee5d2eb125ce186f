// How often a song was played, when, how long, and between which songs: counted over what one may see.
import { sql } from "kysely";
import type { SongFigures } from "#contract/songs.ts";
import { type Audience, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { readVersion } from "#server/library/version.ts";
import { remember } from "#server/remember.ts";
import { describeAll, lengthOf, selectPerformances, type PerformanceRow } from "./performances.ts";

const mostRemembered = 500;

/** Remembered until the library changes. */
export function createFigures(db: Database): { get(audience: Audience, songId: string): Promise<SongFigures> } {
  const figures = remember<SongFigures>({ most: mostRemembered });
  return {
    get: async (audience, songId) =>
      figures.read(`${audience.key} ${await readVersion(db)} ${songId}`, () => countFigures(db, audience, songId)),
  };
}

export async function countFigures(db: Database, audience: Audience, songId: string): Promise<SongFigures> {
  const rows = await selectPerformances(db, audience, songId).execute();
  const sorted = rows.toSorted(byTime);
  const known = sorted
    .filter((row) => lengthOf(row) !== null)
    .toSorted((a, b) => (lengthOf(a) ?? 0) - (lengthOf(b) ?? 0));
  const special = [sorted[0], sorted.at(-1), known.at(-1), known[0]];
  const described = await describeAll(db, songId, [...new Set(special.flatMap((row) => row ?? []))]);
  const find = (row: PerformanceRow | undefined) => described.find(({ id }) => id === row?.id) ?? null;
  const years = Map.groupBy(sorted, ({ played_at }) => played_at.getUTCFullYear());
  return {
    times: rows.length,
    recordings: new Set(rows.map(({ video_id }) => video_id)).size,
    ...{ first: find(special[0]), last: find(special[1]), longest: find(special[2]), shortest: find(special[3]) },
    years: [...years].map(([year, list]) => ({ year, times: list.length })),
    before: await countNeighbours(db, audience, { songId, step: -1 }),
    after: await countNeighbours(db, audience, { songId, step: 1 }),
  };
}

function byTime(a: PerformanceRow, b: PerformanceRow): number {
  return a.played_at.getTime() - b.played_at.getTime() || compare(a.video_id, b.video_id) || a.position - b.position;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const mostNeighbours = 5;

async function countNeighbours(
  db: Database,
  audience: Audience,
  { songId, step }: { songId: string; step: -1 | 1 },
): Promise<SongFigures["before"]> {
  return db
    .selectFrom("performance_song")
    .innerJoin("video", "video.id", "performance_song.video_id")
    .innerJoin("performance_song as next", (join) =>
      join
        .onRef("next.video_id", "=", "performance_song.video_id")
        .on(sql<boolean>`next.position = performance_song.position + ${sql.lit(step)}`),
    )
    .innerJoin("song", "song.id", "next.song_id")
    .select(({ fn }) => ["song.id", "song.title", fn.countAll<number>().as("times")])
    .where("performance_song.song_id", "=", songId)
    .where(watchableBy(audience))
    .groupBy(["song.id", "song.title"])
    .orderBy("times", "desc")
    .orderBy("song.id")
    .limit(mostNeighbours)
    .execute();
}
