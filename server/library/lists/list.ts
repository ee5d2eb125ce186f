// Finding a list: one's own by its id, a shared one by its key. What is not shared does not exist for others.
import type { EntryKey, ListKind, ListSummary } from "#contract/lists.ts";
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";
import { newVideoId } from "#server/library/add.ts";
import { Refusal } from "#server/refusal.ts";
import { selectVisible } from "./entries.ts";
import { words } from "./words.ts";

/** Whose lists, and what that person may see. */
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

/** The ready-made ones first, then the newest; with how many entries this person may see. */
export async function listLists(db: Database, listener: Listener, asked?: EntryKey): Promise<ListSummary[]> {
  const { memberId, audience } = listener;
  const rows = await selectOwn(db, memberId)
    .where((where) => where.or([where("ready", "is", null), where("ready", "!=", "queue")]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const counts = await selectVisible(db, audience)
    .innerJoin("playlist", "playlist.id", "playlist_entry.playlist_id")
    .select(({ fn }) => ["playlist_entry.playlist_id" as const, fn.countAll<number>().as("entries")])
    .where("playlist.member_id", "=", memberId)
    .groupBy("playlist_entry.playlist_id")
    .execute();
  const having = asked ? await findHaving(db, listener, asked) : new Set<string>();
  const entriesOf = new Map(counts.map(({ playlist_id, entries }) => [playlist_id, entries]));
  const describe = (row: PlaylistRow) =>
    describeList(row, { entries: entriesOf.get(row.id) ?? 0, has: having.has(row.id) });
  const ready = readyMade.map((kind): ListSummary => {
    const row = rows.find((one) => one.ready === kind);
    return row
      ? describe(row)
      : { ...nameList({ id: "", ready: kind, title: "" }), entries: 0, has: false, share_key: null };
  });
  return [...ready, ...rows.filter((row) => row.ready === null).map(describe)];
}

async function findHaving(db: Database, { memberId, audience }: Listener, asked: EntryKey): Promise<Set<string>> {
  const rows = await selectVisible(db, audience)
    .innerJoin("playlist", "playlist.id", "playlist_entry.playlist_id")
    .select("playlist.id")
    .where("playlist.member_id", "=", memberId)
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
