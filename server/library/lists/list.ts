// Finding a list: one's own by its id, a shared one by its key. What is not shared does not exist for others.
import { sql } from "kysely";
import type { EntryKey, LibraryList, ListKind, ListSummary } from "#contract/lists.ts";
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";
import { newVideoId } from "#server/library/add.ts";
import { thumbnailUrl } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { selectVisible } from "./entries.ts";
import { words } from "./words.ts";

/** The member whose lists they are, and what that member may see. */
export interface Listener {
  memberId: string;
  audience: Audience | null;
  now: Date;
}

type ReadyMade = NonNullable<PlaylistRow["ready"]>;
const readyMade = ["favourites", "later"] as const;
const byName = [...readyMade, "queue"] as const;

/** Favourites and Listen later are there from the beginning: their rows are added when they are first needed. */
export async function getOwnList(db: Database, listener: Listener, id: string): Promise<PlaylistRow> {
  const ready = byName.find((one) => one === id);
  if (ready) return findOrAddReady(db, listener, ready);
  const row = await selectOwn(db, listener.memberId).where("id", "=", id).where("ready", "is", null).executeTakeFirst();
  if (!row) throw new Refusal("not-found", words.noSuchList);
  return row;
}

/** One's own, or one that somebody has shared. */
export async function getList(db: Database, listener: Listener, id: string): Promise<PlaylistRow> {
  const shared = await db
    .selectFrom("playlist")
    .selectAll()
    .where("share_key", "=", clean(id))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return shared ?? getOwnList(db, listener, clean(id));
}

export async function findOrAddReady(db: Database, listener: Listener, ready: ReadyMade): Promise<PlaylistRow> {
  const { memberId, now } = listener;
  const find = () => selectOwn(db, memberId).where("ready", "=", ready).executeTakeFirst();
  const known = await find();
  if (known) return known;
  await db
    .insertInto("playlist")
    .values({ id: newVideoId(), member_id: memberId, ready, title: "", created_at: now, ...blank })
    .onConflict((conflict) => conflict.columns(["member_id", "ready"]).doNothing())
    .execute();
  const row = await find();
  if (!row) throw new Error(`no list ${ready}`);
  return row;
}

export const blank = { share_key: null, at_place: null, at_seconds: null, made_from: null, deleted_at: null };

export function selectOwn(db: Database, memberId: string) {
  return db.selectFrom("playlist").selectAll().where("member_id", "=", memberId).where("deleted_at", "is", null);
}

/** The ready-made ones first, then the newest; with how much this person may see of each. */
export async function listLists(db: Database, listener: Listener, asked?: EntryKey): Promise<LibraryList[]> {
  const rows = await selectOwn(db, listener.memberId)
    .where((where) => where.or([where("ready", "is", null), where("ready", "!=", "queue")]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const sums = await sumUp(db, listener);
  const pictures = await findPictures(db, listener);
  const having = asked ? await findHaving(db, listener, asked) : new Set<string>();
  const describe = (row: PlaylistRow): LibraryList => {
    const { entries, songs, seconds } = sums.get(row.id) ?? { entries: 0, songs: 0, seconds: null };
    const summary = describeList(row, { entries, has: having.has(row.id) });
    return { ...summary, songs, seconds: seconds ?? 0, pictures: pictures.get(row.id) ?? [] };
  };
  const ready = readyMade.map((kind): LibraryList => {
    const row = rows.find((one) => one.ready === kind);
    if (row) return describe(row);
    const nothing = { entries: 0, songs: 0, seconds: 0, pictures: [] };
    return { ...nameList({ id: "", ready: kind, title: "" }), ...nothing, has: false, share_key: null };
  });
  return [...ready, ...rows.filter((row) => row.ready === null).map(describe)];
}

function selectAll(db: Database, { memberId, audience }: Listener) {
  return selectVisible(db, audience)
    .innerJoin("playlist", "playlist.id", "playlist_entry.playlist_id")
    .where("playlist.member_id", "=", memberId);
}

async function sumUp(db: Database, listener: Listener) {
  const rows = await selectAll(db, listener)
    .select(({ fn }) => ["playlist_entry.playlist_id" as const, fn.countAll<number>().as("entries")])
    .select(sql<number>`sum(case when playlist_entry.performance_id = '' then 0 else 1 end)`.as("songs"))
    .select(
      sql<number | null>`sum(case when playlist_entry.performance_id = '' then video.duration_seconds
        else coalesce(performance.until_seconds, video.duration_seconds) - performance.start_seconds end)`.as(
        "seconds",
      ),
    )
    .groupBy("playlist_entry.playlist_id")
    .execute();
  return new Map(rows.map((row) => [row.playlist_id, row]));
}

const mostPictures = 4;
/** Several entries may be of the same recording. */
const lookedAt = 24;

async function findPictures(db: Database, listener: Listener): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom(
      selectAll(db, listener)
        .select(["playlist_entry.playlist_id", "video.id", "video.thumbnail_hash"])
        .select(({ fn }) =>
          fn
            .agg<number>("row_number")
            .over((over) => over.partitionBy("playlist_entry.playlist_id").orderBy("playlist_entry.place"))
            .as("number"),
        )
        .as("first"),
    )
    .select(["first.playlist_id", "first.id", "first.thumbnail_hash"])
    .where("first.number", "<=", lookedAt)
    .orderBy("first.number")
    .execute();
  const pictures = new Map<string, string[]>();
  for (const row of rows) {
    const [known, url] = [pictures.getOrInsertComputed(row.playlist_id, () => []), thumbnailUrl(row)];
    if (url !== null && known.length < mostPictures && !known.includes(url)) known.push(url);
  }
  return pictures;
}

async function findHaving(db: Database, listener: Listener, asked: EntryKey): Promise<Set<string>> {
  const rows = await selectAll(db, listener)
    .select("playlist.id")
    .where("playlist_entry.video_id", "=", clean(asked.video_id))
    .where("playlist_entry.performance_id", "=", clean(asked.performance_id ?? ""))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function describeList(row: PlaylistRow, { entries, has }: { entries: number; has: boolean }): ListSummary {
  return { ...nameList(row), entries, share_key: row.share_key, has };
}

type Named = Pick<PlaylistRow, "id" | "ready" | "title">;

/** As the API names it. */
export function nameList({ id, ready, title }: Named): { id: string; kind: ListKind; title: string } {
  const kind = byName.find((one) => one === ready);
  return kind ? { id: kind, kind, title: words[kind] } : { id, kind: "own", title };
}

/** PostgreSQL refuses text with zero bytes. */
export function clean(id: string): string {
  return /^[a-z0-9]+$/.test(id) ? id : "";
}
