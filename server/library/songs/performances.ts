// The performances of a song that one may see, newest first, page by page along an index.
import { sql } from "kysely";
import { z } from "zod";
import type { SongPerformance } from "#contract/songs.ts";
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { findWaveforms } from "#server/library/recording.ts";
import { knownOf, thumbnailUrl } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

interface Page {
  performances: SongPerformance[];
  next: string | null;
}

export async function listPerformances(
  db: Database,
  audience: Audience | null,
  { songId, limit, after }: { songId: string; limit: number; after?: string | undefined },
): Promise<Page> {
  const place = after === undefined ? undefined : readPlace(after);
  let query = selectPerformances(db, audience, songId)
    .orderBy("performance_song.played_at", "desc")
    .orderBy("performance_song.video_id", "desc")
    .orderBy("performance_song.position", "desc")
    .limit(limit + 1);
  if (place)
    query = query.where(
      sql<boolean>`(performance_song.played_at, performance_song.video_id, performance_song.position) < (${place.at}, ${place.video}, ${place.position})`,
    );
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { performances: await describeAll(db, songId, shown), next: last ? writePlace(last) : null };
}

export function selectPerformances(db: Database, audience: Audience | null, songId: string) {
  return db
    .selectFrom("performance_song")
    .innerJoin("video", "video.id", "performance_song.video_id")
    .innerJoin("performance", "performance.id", "performance_song.performance_id")
    .select(["performance.id", "performance_song.video_id", "performance_song.position", "performance_song.played_at"])
    .select(["video.title", "video.thumbnail_hash", "video.duration_seconds", "video.time_missing", "video.only_known"])
    .select(["performance.part", "performance.start_seconds", "performance.until_seconds"])
    .select(["performance.guest", "performance.note", "performance.debut"])
    .where("performance_song.song_id", "=", songId)
    .where(watchableBy(audience));
}

export type PerformanceRow = Awaited<ReturnType<ReturnType<typeof selectPerformances>["execute"]>>[number];

/** Describes performances with the other songs of each medley. */
export async function describeAll(
  db: Database,
  songId: string,
  rows: readonly PerformanceRow[],
): Promise<SongPerformance[]> {
  if (rows.length === 0) return [];
  const others = await db
    .selectFrom("performance_song")
    .innerJoin("song", "song.id", "performance_song.song_id")
    .select(["performance_song.performance_id", "song.id", "song.title"])
    .where(
      "performance_song.performance_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("performance_song.song_id", "!=", songId)
    .orderBy("performance_song.place")
    .execute();
  const of = Map.groupBy(others, ({ performance_id }) => performance_id);
  const waveforms = await findWaveforms(
    db,
    rows.map(({ video_id }) => video_id),
  );
  return rows.map((row) =>
    describeOne(row, { others: of.get(row.id) ?? [], waveform: waveforms.get(row.video_id) ?? null }),
  );
}

interface About {
  others: readonly { id: string; title: string }[];
  waveform: string | null;
}

function describeOne(row: PerformanceRow, { others, waveform }: About): SongPerformance {
  const end = row.until_seconds ?? (row.start_seconds === null ? null : row.duration_seconds);
  return {
    ...{ id: row.id, video_id: row.video_id, video_title: row.title },
    thumbnail_url: thumbnailUrl({ id: row.video_id, thumbnail_hash: row.thumbnail_hash }),
    waveform,
    ...{ played_at: row.played_at.toISOString(), ...knownOf(row), part: row.part },
    ...{ start: row.start_seconds, end, length: lengthOf(row) },
    ...{ guest: row.guest, note: row.note, debut: row.debut },
    with_songs: others.map(({ id, title }) => ({ id, title })),
  };
}

/** Null where it is not known. */
export function lengthOf(row: Pick<PerformanceRow, "start_seconds" | "until_seconds" | "duration_seconds">) {
  const end = row.until_seconds ?? row.duration_seconds;
  if (row.start_seconds === null || end === null || end <= row.start_seconds) return null;
  return Math.round((end - row.start_seconds) * 10) / 10;
}

const StoredPlace = z.tuple([z.iso.datetime(), z.string().regex(/^[a-z2-7]{26}$/), z.int()]);

function writePlace({ played_at, video_id, position }: PerformanceRow): string {
  return Buffer.from(JSON.stringify([played_at, video_id, position])).toString("base64url");
}

function readPlace(text: string): { at: Date; video: string; position: number } {
  try {
    const [at, video, position] = StoredPlace.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { at: new Date(at), video, position };
  } catch {
    throw new Refusal("bad-input", words.cannotContinue, { fields: [{ field: "after", rule: words.cursorRule }] });
  }
}
