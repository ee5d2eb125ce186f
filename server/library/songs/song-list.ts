// All songs that one may see, with how often and when they were played. Counted once for each audience and version of the
// library, and kept; searched, sorted and cut into pages in memory.
import { z } from "zod";
import { foldWords } from "#contract/search/fold.ts";
import { levelLimits } from "#contract/levels/level-limits.ts";
import type { SongInList, SongListQuery, SongSort } from "#contract/songs.ts";
import { type Audience, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { readVersion } from "#server/library/version.ts";
import { thumbnailUrl } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { remember } from "#server/remember.ts";
import { foldName } from "./fold-name.ts";
import { findMergedNames } from "./merged-names.ts";
import { words } from "./words.ts";

export interface CountedSong extends SongInList {
  folded: string;
  /** All its names, folded. */
  names: string[];
}

export interface SongLists {
  all(audience: Audience): Promise<CountedSong[]>;
  page(audience: Audience, query: SongListQuery): Promise<{ songs: SongInList[]; next: string | null; total: number }>;
}

export function createSongLists(db: Database): SongLists {
  // the version is part of each key
  const lists = remember<CountedSong[]>({ most: levelLimits.above + 2 });
  const all = async (audience: Audience) =>
    lists.read(`${audience.key} ${await readVersion(db)}`, () => countSongs(db, audience));
  return {
    all,
    async page(audience, { q = "", sort = "title", limit, after }) {
      const found = (await all(audience)).filter(matching(q)).toSorted(orders[sort]);
      const place = after === undefined ? undefined : readPlace(sort, after);
      const from = place ? found.findIndex((song) => orders[sort](song, place) > 0) : 0;
      const rest = from < 0 ? [] : found.slice(from);
      const shown = limit === undefined ? rest : rest.slice(0, limit);
      const last = shown.length < rest.length ? shown.at(-1) : undefined;
      return { songs: shown.map(describe), next: last ? writePlace(sort, last) : null, total: found.length };
    },
  };
}

/** Every word must be in the same name. */
export function matching(q: string): (song: CountedSong) => boolean {
  const wanted = foldWords(q);
  return ({ names }) => names.some((name) => wanted.every((word) => name.includes(word)));
}

export function describe({ folded: _folded, names: _names, ...song }: CountedSong): SongInList {
  return song;
}

async function countSongs(db: Database, audience: Audience): Promise<CountedSong[]> {
  const counts = await db
    .selectFrom("performance_song")
    .innerJoin("video", "video.id", "performance_song.video_id")
    .select(({ fn }) => [
      "performance_song.song_id",
      fn.countAll<number>().as("times"),
      fn.max("performance_song.played_at").as("last"),
      fn.max("performance_song.played_at").filterWhere("video.only_known", "is", null).as("last_day"),
      fn.max("performance_song.played_at").filterWhere("video.only_known", "=", "month").as("last_month"),
    ])
    .where(watchableBy(audience))
    .groupBy("performance_song.song_id")
    .execute();
  const played = new Map(counts.map((row) => [row.song_id, row]));
  const pictures = await findPictures(db, audience);
  const rows = await db.selectFrom("song").selectAll().where("merged_into", "is", null).execute();
  const merged = audience.isEditors ? null : await findMergedNames(db, audience);
  return rows
    .filter(({ id }) => audience.isEditors || played.has(id))
    .map((row) => {
      const { id, title, title_folded, is_cover, artist, artist_folded } = row;
      const { times = 0, last = null, last_day = null, last_month = null } = played.get(id) ?? {};
      const names = [`${title_folded} ${artist_folded}`, ...(merged?.choose(row) ?? row.other_names).map(foldName)];
      // SQLite gives the greatest time as text
      const last_played = last === null ? null : new Date(last).toISOString();
      const known =
        last_played === null || isSame(last, last_day)
          ? {}
          : { only_known: isSame(last, last_month) ? ("month" as const) : ("year" as const) };
      const shown = { thumbnail_url: pictures.get(id) ?? null, folded: title_folded, names };
      return { id, title, is_cover, artist, times, last_played, ...known, ...shown };
    });
}

/** Finds the picture of the newest recording with each song that has one. */
async function findPictures(db: Database, audience: Audience): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom("performance_song")
        .innerJoin("video", "video.id", "performance_song.video_id")
        .select(["performance_song.song_id", "video.id", "video.thumbnail_hash"])
        .select(({ fn }) =>
          fn
            .agg<number>("row_number")
            .over((over) =>
              over
                .partitionBy("performance_song.song_id")
                .orderBy("performance_song.played_at", "desc")
                .orderBy("video.id"),
            )
            .as("number"),
        )
        .where("video.thumbnail_hash", "is not", null)
        .where(watchableBy(audience))
        .as("newest"),
    )
    .select(["newest.song_id", "newest.id", "newest.thumbnail_hash"])
    .where("newest.number", "=", 1)
    .execute();
  return new Map(rows.map((row) => [row.song_id, thumbnailUrl(row)]));
}

function isSame(one: Date | string | null, other: Date | string | null): boolean {
  return one !== null && other !== null && new Date(one).getTime() === new Date(other).getTime();
}

type Key = Pick<CountedSong, "id" | "folded" | "times" | "last_played">;

const orders: Record<SongSort, (a: Key, b: Key) => number> = {
  title: byTitle,
  times: (a, b) => b.times - a.times || byTitle(a, b),
  last: (a, b) => compare(b.last_played ?? "", a.last_played ?? "") || byTitle(a, b),
};

function byTitle(a: Key, b: Key): number {
  return compare(a.folded, b.folded) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const StoredPlace = z.tuple([z.string(), z.string(), z.string(), z.number(), z.string().nullable()]);

function writePlace(sort: SongSort, { id, folded, times, last_played }: Key): string {
  return Buffer.from(JSON.stringify([sort, id, folded, times, last_played])).toString("base64url");
}

function readPlace(sort: SongSort, text: string): Key {
  try {
    const place = StoredPlace.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    const [named, id, folded, times, last_played] = place;
    if (named === sort) return { id, folded, times, last_played };
  } catch {
    // refused below
  }
  throw new Refusal("bad-input", words.cannotContinue, { fields: [{ field: "after", rule: words.cursorRule }] });
}
