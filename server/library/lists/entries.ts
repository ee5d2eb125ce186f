// The entries of a list that one may see, in their order. What is hidden, deleted or no longer in a set list is left out.
import type { EntryKey, PlayEntry } from "#contract/lists.ts";
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { findWaveforms } from "#server/library/recording.ts";
import { knownOf, thumbnailUrl } from "#server/library/video.ts";

/** For every query of entries, so that counts and lists are about the same ones. */
export function selectVisible(db: Database, audience: Audience | null) {
  return db
    .selectFrom("playlist_entry")
    .innerJoin("video", "video.id", "playlist_entry.video_id")
    .leftJoin("performance", (join) =>
      join
        .onRef("performance.id", "=", "playlist_entry.performance_id")
        .onRef("performance.video_id", "=", "playlist_entry.video_id"),
    )
    .where(({ or, eb }) => or([eb("playlist_entry.performance_id", "=", ""), eb("performance.id", "is not", null)]))
    .where(watchableBy(audience));
}

export function selectEntries(db: Database, audience: Audience | null, listId: string) {
  return selectVisible(db, audience)
    .select(["playlist_entry.video_id", "playlist_entry.performance_id", "playlist_entry.place"])
    .select(["video.title", "video.thumbnail_hash", "video.add_date", "video.time_missing", "video.only_known"])
    .select(["video.duration_seconds", "video.state"])
    .select(["performance.talk", "performance.start_seconds", "performance.until_seconds"])
    .where("playlist_entry.playlist_id", "=", listId);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number];

export async function readEntries(db: Database, audience: Audience | null, listId: string): Promise<PlayEntry[]> {
  // two may have the same place after an undo
  const rows = await selectEntries(db, audience, listId)
    .orderBy("playlist_entry.place")
    .orderBy("playlist_entry.video_id")
    .orderBy("playlist_entry.performance_id")
    .execute();
  return describeEntries(db, rows);
}

const idsAtOnce = 500;

/** Describes entries with the songs of each performance. */
export async function describeEntries(
  db: Database,
  rows: readonly EntryRow[],
): Promise<(PlayEntry & { place: number })[]> {
  const ids = rows.map(({ performance_id }) => performance_id).filter((id) => id !== "");
  const songs = [];
  for (let from = 0; from < ids.length; from += idsAtOnce)
    songs.push(
      ...(await db
        .selectFrom("performance_song")
        .innerJoin("song", "song.id", "performance_song.song_id")
        .select(["performance_song.performance_id", "song.id", "song.title"])
        .where("performance_song.performance_id", "in", ids.slice(from, from + idsAtOnce))
        .orderBy("performance_song.place")
        .execute()),
    );
  const songsOf = Map.groupBy(songs, ({ performance_id }) => performance_id);
  const waveforms = await findWaveforms(
    db,
    rows.map(({ video_id }) => video_id),
  );
  return rows.map((row) =>
    describeEntry(row, {
      played: songsOf.get(row.performance_id) ?? [],
      waveform: waveforms.get(row.video_id) ?? null,
    }),
  );
}

interface About {
  played: readonly { id: string; title: string }[];
  waveform: string | null;
}

function describeEntry(row: EntryRow, { played, waveform }: About): PlayEntry & { place: number } {
  const isWhole = row.performance_id === "";
  const start = row.start_seconds;
  const end = start === null ? null : (row.until_seconds ?? row.duration_seconds);
  const length = isWhole ? row.duration_seconds : start === null || end === null ? null : end - start;
  const songs = played.map(({ id, title }) => ({ id, title }));
  return {
    ...keyOf(row),
    title: isWhole ? row.title : (row.talk ?? songs.map(({ title }) => title).join(" / ")),
    songs,
    video_title: row.title,
    thumbnail_url: thumbnailUrl({ id: row.video_id, thumbnail_hash: row.thumbnail_hash }),
    waveform,
    ...{ played_at: row.add_date.toISOString(), ...knownOf(row), start, end },
    length: length === null ? null : Math.max(0, Math.round(length * 10) / 10),
    can_play: row.state === "published" && (isWhole || start !== null),
    place: row.place,
  };
}

function keyOf({ video_id, performance_id }: { video_id: string; performance_id: string }): EntryKey {
  return { video_id, performance_id: performance_id === "" ? null : performance_id };
}

export async function listFavourites(
  db: Database,
  { memberId, audience }: { memberId: string; audience: Audience | null },
): Promise<{ videos: string[]; performances: string[] }> {
  const rows = await selectVisible(db, audience)
    .innerJoin("playlist", "playlist.id", "playlist_entry.playlist_id")
    .select(["playlist_entry.video_id", "playlist_entry.performance_id"])
    .where("playlist.member_id", "=", memberId)
    .where("playlist.ready", "=", "favourites")
    .execute();
  const isWhole = ({ performance_id }: { performance_id: string }) => performance_id === "";
  return {
    videos: rows.filter(isWhole).map(({ video_id }) => video_id),
    performances: rows.filter((row) => !isWhole(row)).map(({ performance_id }) => performance_id),
  };
}
