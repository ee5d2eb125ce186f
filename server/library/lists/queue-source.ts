// What a queue is made from: all performances of a song that one may see, newest first; or a list or a collection in its order.
import { randomInt } from "node:crypto";
import { listLimits, type QueueStart } from "#contract/lists.ts";
import type { Database } from "#server/database/open.ts";
import { readCollection } from "#server/library/collections/collection.ts";
import { selectPerformances } from "#server/library/songs/performances.ts";
import { getSong } from "#server/library/songs/song.ts";
import { selectEntries } from "./entries.ts";
import { getList, nameList, type Listener } from "./list.ts";
import type { StoredKey } from "./stored.ts";

interface Source {
  title: string;
  /** The path of the page about it. */
  path: string;
  /** Only what can be played: excerpts need a start. */
  entries: StoredKey[];
  /** Which one is played first. */
  at: number;
}

export async function findSource(db: Database, listener: Listener, wish: QueueStart): Promise<Source> {
  const { from, shuffle, first } = wish;
  const source = await readSource(db, listener, from);
  if (shuffle && "list" in from && from.list === "queue") return shuffleRest(source, first);
  const entries = shuffle ? shuffled(source.entries) : source.entries;
  const at = findPlace(entries, first);
  if (at <= 0) return { ...source, entries, at: 0 };
  // in their order, those before the chosen one can be gone back to; shuffled, it comes first
  if (!shuffle) return { ...source, entries, at };
  return { ...source, entries: [...entries.slice(at, at + 1), ...entries.toSpliced(at, 1)], at: 0 };
}

/** What has been played in a queue stays before what plays. */
function shuffleRest(source: Omit<Source, "at">, first: QueueStart["first"]): Source {
  const at = Math.max(0, findPlace(source.entries, first));
  const [before, rest] = [source.entries.slice(0, at + 1), source.entries.slice(at + 1)];
  return { ...source, entries: [...before, ...shuffled(rest)], at };
}

function findPlace(entries: readonly StoredKey[], wanted: QueueStart["first"]): number {
  if (!wanted) return -1;
  const performance = wanted.performance_id ?? "";
  return entries.findIndex((entry) => entry.video_id === wanted.video_id && entry.performance_id === performance);
}

async function readSource(db: Database, listener: Listener, from: QueueStart["from"]): Promise<Omit<Source, "at">> {
  if ("song" in from) return readSong(db, listener, from.song);
  if ("list" in from) return readList(db, listener, from.list);
  const { row, title, entries } = await readCollection(db, listener.audience, from.collection);
  const playable = entries.filter(({ can_play }) => can_play);
  return {
    ...{ title, path: `/collection/${row.id}` },
    entries: playable.map(({ video_id }) => ({ video_id, performance_id: "" })),
  };
}

async function readSong(db: Database, { audience }: Listener, id: string): Promise<Omit<Source, "at">> {
  const song = await getSong(db, audience, id);
  const rows = await selectPerformances(db, audience, song.id)
    .where("video.state", "=", "published")
    .where("performance.start_seconds", "is not", null)
    .orderBy("performance_song.played_at", "desc")
    .orderBy("performance_song.video_id", "desc")
    .orderBy("performance_song.position", "desc")
    .limit(listLimits.entries)
    .execute();
  const entries = rows.map(({ id: performance_id, video_id }) => ({ video_id, performance_id }));
  return { title: song.title, path: `/song/${song.id}`, entries };
}

async function readList(db: Database, listener: Listener, id: string): Promise<Omit<Source, "at">> {
  const row = await getList(db, listener, id);
  const { id: shown, title } = nameList(row);
  const rows = await selectEntries(db, listener.audience, row.id)
    .where("video.state", "=", "published")
    .where(({ or, eb }) =>
      or([eb("playlist_entry.performance_id", "=", ""), eb("performance.start_seconds", "is not", null)]),
    )
    .orderBy("playlist_entry.place")
    .execute();
  const isMine = row.member_id === listener.memberId;
  const about =
    row.ready === "queue"
      ? { title: row.title, path: row.made_from ?? "/lists" }
      : { title, path: `/list/${isMine ? shown : row.share_key}` };
  return {
    ...about,
    entries: rows.map(({ video_id, performance_id }) => ({ video_id, performance_id })),
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items];
  for (let left = mixed.length - 1; left > 0; left--) {
    const other = randomInt(left + 1);
    [mixed[left], mixed[other]] = [mixed[other] as T, mixed[left] as T];
  }
  return mixed;
}
