// Finds recordings by their titles and by the songs that were played there: each word is in one of them. Where all words are in the
// title comes first, then the newest. Songs of a locked card are neither found nor told.
import { foldWords } from "#contract/search/fold.ts";
import type { FoundRecording } from "#contract/search/search.ts";
import { sql, type RawBuilder } from "kysely";
import { watchableBy } from "#server/access/visible.ts";
import type { LevelRules } from "#server/config.ts";
import { isPostgres, type Database } from "#server/database/open.ts";
import { readCursor, writeCursor } from "#server/library/cursor.ts";
import { countTitled, describeInList, listPage, selectPage } from "#server/library/list.ts";
import type { CountedSong, SongLists } from "#server/library/songs/song-list.ts";
import type { Page, Wish } from "#server/library/songs/search.ts";
import { countSome, isLike } from "./match.ts";

interface Naming {
  levels?: LevelRules | undefined;
}

/** What a cursor begins with: which of the two is read along. */
const [byTitle, bySong] = ["t", "s"];

export async function searchRecordings(
  db: Database,
  lists: SongLists,
  { audience, q, limit, after, levels }: Wish & Naming,
): Promise<Page<FoundRecording>> {
  const words = foldWords(q);
  if (words.length === 0) return { found: [], next: null, total: 0 };
  const songs = findSongs(await lists.all(audience), words);
  const isBySong = after?.startsWith(bySong) === true;
  const titled = isBySong
    ? { videos: [], next: null }
    : await listPage(db, audience, { q, limit, ...(levels && { levels }), after: after?.slice(1) });
  const room = limit - titled.videos.length;
  const place = isBySong && after !== bySong ? readCursor("newest", after.slice(1)) : undefined;
  const selectPlayed = (most: number) =>
    selectPage(db, audience, { filter: {}, sort: "newest", after: place, limit: most })
      .where(watchableBy(audience))
      .where(hasEach(db, words, songs));
  const rows = titled.next === null && songs.length > 0 ? await selectPlayed(room + 1).execute() : [];
  const shown = rows.slice(0, room);
  const last = shown.at(-1);
  const videos = [...titled.videos, ...shown.map((row) => describeInList(row, audience))];
  const open = videos.filter(({ locked }) => !locked).map(({ id }) => id);
  const played = await listPlayed(db, open, songs);
  const next = (): string | null => {
    if (titled.next !== null) return byTitle + titled.next;
    if (rows.length <= room) return null;
    return bySong + (last ? writeCursor("newest", { key: last.add_date, id: last.id }) : "");
  };
  return {
    found: videos.map((video, index) => {
      const least = index < titled.videos.length ? words.length : 1;
      return { video, songs: chooseSongs(played.get(video.id) ?? [], least) };
    }),
    next: next(),
    ...(after === undefined && {
      total:
        (await countTitled(db, audience, q)) +
        (songs.length > 0
          ? await countSome(db, (most) => selectPlayed(most).clearSelect().clearOrderBy().select("video.id"))
          : 0),
    }),
  };
}

interface SongWithWords {
  id: string;
  title: string;
  times: number;
  words: readonly string[];
}

/** Those whose names have at least one of the words. */
function findSongs(all: readonly CountedSong[], words: readonly string[]): SongWithWords[] {
  return all.flatMap(({ id, title, times, names }) => {
    const own = words.filter((word) => names.some((name) => name.includes(word)));
    return times > 0 && own.length > 0 ? [{ id, title, times, words: own }] : [];
  });
}

/** The most performances that are looked up at once; where there are more, a page of them is found sooner along the list. */
const mostRare = 1000;

/** Each word is in the title or in a song that was played, and not all of them in the title. */
function hasEach(db: Database, words: readonly string[], songs: readonly SongWithWords[]): RawBuilder<boolean> {
  const inTitle = (word: string) => isLike(sql.ref("title_folded"), word);
  const areRare = (some: readonly SongWithWords[]) => some.reduce((sum, { times }) => sum + times, 0) <= mostRare;
  const playedAnyOf = (some: readonly SongWithWords[]) => {
    const isOne = isOneOf(db, some);
    return areRare(some)
      ? sql<boolean>`video.id in (select video_id from performance_song where ${isOne})`
      : sql<boolean>`exists (select 1 from performance_song where performance_song.video_id = video.id and ${isOne})`;
  };
  const each = words.map((word) => {
    const some = songs.filter((song) => song.words.includes(word));
    return some.length === 0 ? inTitle(word) : sql<boolean>`(${inTitle(word)} or ${playedAnyOf(some)})`;
  });
  const isNotTitled = sql<boolean>`not (${sql.join(words.map(inTitle), sql` and `)})`;
  // the rest says that, too, and this says where to look
  const first = areRare(songs) ? [playedAnyOf(songs)] : [];
  return sql<boolean>`(${sql.join([...first, ...each, isNotTitled], sql` and `)})`;
}

/** As one value: a letter is in more songs than a query may have values. */
function isOneOf(db: Database, songs: readonly SongWithWords[]): RawBuilder<boolean> {
  const ids = JSON.stringify(songs.map(({ id }) => id));
  return isPostgres(db)
    ? sql<boolean>`performance_song.song_id in (select jsonb_array_elements_text(${ids}::jsonb))`
    : sql<boolean>`performance_song.song_id in (select value from json_each(${ids}))`;
}

type Played = SongWithWords & { performanceId: string; start: number | null };

/** Lists performances by recording, in the order of the set lists. */
async function listPlayed(
  db: Database,
  videoIds: readonly string[],
  songs: readonly SongWithWords[],
): Promise<Map<string, Played[]>> {
  if (videoIds.length === 0 || songs.length === 0) return new Map();
  const known = new Map(songs.map((song) => [song.id, song]));
  const rows = await db
    .selectFrom("performance_song")
    .innerJoin("performance", "performance.id", "performance_song.performance_id")
    .select(["performance_song.video_id", "performance_song.song_id", "performance.id", "performance.start_seconds"])
    .where("performance_song.video_id", "in", videoIds)
    .where(isOneOf(db, songs))
    .orderBy("performance_song.position")
    .orderBy("performance_song.place")
    .execute();
  const played = rows.flatMap(({ id, video_id: videoId, song_id, start_seconds: start }) => {
    const song = known.get(song_id);
    return song ? [{ ...song, videoId, performanceId: id, start }] : [];
  });
  return Map.groupBy(played, ({ videoId }) => videoId);
}

const mostSongs = 3;

/** Those that have the most of the words. */
function chooseSongs(played: readonly Played[], least: number): FoundRecording["songs"] {
  const most = Math.max(least, ...played.map(({ words }) => words.length));
  return played
    .filter(({ words }) => words.length === most)
    .slice(0, mostSongs)
    .map(({ id, title, performanceId, start }) => ({ id, title, performance_id: performanceId, start }));
}
