// One song: its row, and finding or adding the songs that a set list names.
import type { NamedSong, Song } from "#contract/songs.ts";
import { type Audience, watchableBy } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import type { SongRow } from "#server/database/tables.ts";
import { Refusal } from "#server/refusal.ts";
import { newVideoId } from "#server/library/add.ts";
import { foldName } from "./fold-name.ts";
import { findMergedNames } from "./merged-names.ts";
import { words } from "./words.ts";

export type { SongRow };

export const isId = (id: string): boolean => /^[a-z2-7]{26}$/.test(id);

/** A song that was only played in recordings one may not see does not exist; editors also get those never played. */
export async function getSong(db: Database, audience: Audience | null, id: string): Promise<SongRow> {
  const row = await findRow(db, id);
  if (!row || audience === null) throw new Refusal("not-found", words.noSuchSong);
  if (audience.isEditors) return row;
  const names = await findMergedNames(db, audience, row.id);
  const isSeen = row.id === id ? await isPlayed(db, audience, id) : names.isSeen(id);
  if (!isSeen) throw new Refusal("not-found", words.noSuchSong);
  return { ...row, other_names: names.choose(row) };
}

/** Finds the song; of one that was merged, the song it was merged into. */
async function findRow(db: Database, id: string): Promise<SongRow | undefined> {
  if (!isId(id)) return undefined;
  const row = await db.selectFrom("song").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row?.merged_into) return row;
  return db.selectFrom("song").selectAll().where("id", "=", row.merged_into).executeTakeFirst();
}

export async function isPlayed(db: Database, audience: Audience, id: string): Promise<boolean> {
  const played = await db
    .selectFrom("performance_song")
    .innerJoin("video", "video.id", "performance_song.video_id")
    .select("performance_song.song_id")
    .where("performance_song.song_id", "=", id)
    .where(watchableBy(audience))
    .limit(1)
    .executeTakeFirst();
  return played !== undefined;
}

export function describeSong(row: SongRow): Song {
  const { id, title, is_cover, artist, other_names, notes, lyrics_url, revision } = row;
  return { id, title, is_cover, artist, other_names, notes, lyrics_url, revision };
}

/** The ids of these songs, which are added where there is none of that title and artist. For a transaction. */
export async function findOrAddSongs(trx: Trx, songs: readonly NamedSong[], now: Date): Promise<string[]> {
  const known = new Map<string, string>();
  const named = await listSongs(
    trx,
    songs.flatMap(({ id }) => id ?? []),
  );
  const ids: string[] = [];
  for (const song of songs) {
    const key = JSON.stringify([foldName(song.title), song.is_cover, foldName(song.artist)]);
    const own = song.id === null ? null : (named.get(song.id)?.merged_into ?? song.id);
    const id = own ?? known.get(key) ?? (await findSong(trx, song)) ?? (await addSong(trx, song, now));
    if (song.id === null) known.set(key, id);
    ids.push(id);
  }
  return ids;
}

/** Which of these exist. */
export async function listSongs(db: Database, ids: readonly string[]): Promise<Map<string, SongRow>> {
  const possible = [...new Set(ids)].filter(isId);
  const rows = [];
  for (let from = 0; from < possible.length; from += 500)
    rows.push(
      ...(await db
        .selectFrom("song")
        .selectAll()
        .where("id", "in", possible.slice(from, from + 500))
        .execute()),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a song by its title and artist. */
export async function findSong(trx: Trx, { title, is_cover, artist }: NamedSong): Promise<string | undefined> {
  const row = await trx
    .selectFrom("song")
    .select(["id", "merged_into"])
    .where("title_folded", "=", foldName(title))
    .where("artist_folded", "=", foldName(artist))
    .where("is_cover", "=", is_cover)
    // the title of a song that was merged means the song it is part of now, unless there is another of that title
    .orderBy((eb) => eb.case().when("merged_into", "is", null).then(0).else(1).end())
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.merged_into ?? row?.id;
}

async function addSong(trx: Trx, { title, is_cover, artist }: NamedSong, now: Date): Promise<string> {
  const id = newVideoId();
  const folded = { title_folded: foldName(title), artist_folded: foldName(artist) };
  const times = { created_at: now, changed_at: now };
  await trx
    .insertInto("song")
    .values({ id, title, is_cover, artist, lyrics_url: null, ...folded, ...times })
    .execute();
  return id;
}
