// The entries of a list: adding, removing and moving them. Each has a place between those of its neighbours.
import { listLimits, type EntriesChange, type EntryKey } from "#contract/lists.ts";
import type { Database, Trx } from "#server/database/open.ts";
import type { PlaylistRow } from "#server/database/tables.ts";
import { getVideo, listByIds } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { describeEntries, selectEntries } from "./entries.ts";
import { clean, getOwnList, type Listener } from "./list.ts";
import { recordListChange } from "./log.ts";
import { findMore } from "./more.ts";
import {
  beginQueue,
  deleteEntries,
  findEnds,
  insertEntries,
  lockList,
  readStored,
  setPlace,
  type StoredEntry,
  type StoredKey,
  writeKey,
} from "./stored.ts";
import { words } from "./words.ts";

interface Changed {
  changed: number;
  change: string | null;
}

export async function changeEntries(
  db: Database,
  listener: Listener,
  { id, wish }: { id: string; wish: EntriesChange },
): Promise<Changed> {
  return db.transaction().execute(async (trx) => {
    const list = await getOwnList(trx, listener, id);
    await lockList(trx, list.id);
    if ("more" in wish) return addMore(trx, listener, list);
    if ("add" in wish && list.ready === "queue") return addToQueue(trx, listener, { ...wish, list, keys: wish.add });
    if ("add" in wish) return addEntries(trx, listener, { list, keys: wish.add });
    if ("remove" in wish) return removeEntries(trx, listener, { list, keys: wish.remove });
    return moveEntry(trx, listener, { list, ...wish });
  });
}

interface Keys {
  list: PlaylistRow;
  keys: readonly EntryKey[];
}

/** Favourites begin with the newest, other lists end with it. What is in the list already stays where it is. */
export async function addEntries(trx: Trx, listener: Listener, { list, keys }: Keys): Promise<Changed> {
  const known = new Set((await readStored(trx, list.id)).map(writeKey));
  const wanted = new Map((await findTargets(trx, listener, keys)).map((entry) => [writeKey(entry), entry]));
  const added = [...wanted.values()].filter((entry) => !known.has(writeKey(entry)));
  if (added.length === 0) return { changed: 0, change: null };
  if (known.size + added.length > listLimits.entries) throw new Refusal("conflict", words.full);
  const { first, last } = await findEnds(trx, list.id);
  const placeOf = (index: number) => (list.ready === "favourites" ? first - 1 - index : last + 1 + index);
  const after = added.map((entry, index): StoredEntry => ({ ...entry, place: placeOf(index) }));
  await insertEntries(trx, list.id, after);
  return {
    changed: added.length,
    change: await recordListChange(trx, listener, { list, before: {}, after: { entries: after } }),
  };
}

/** Only a queue that is there goes on; what is added can't be undone, for nobody has asked for each of it. */
async function addMore(trx: Trx, listener: Listener, list: PlaylistRow): Promise<Changed> {
  if (list.ready !== "queue" || list.made_from === null) throw new Refusal("conflict", words.noQueue);
  const more = await findMore(trx, listener, list.id);
  const { last } = await findEnds(trx, list.id);
  const room = listLimits.entries - (await readStored(trx, list.id)).length;
  const added = more.slice(0, Math.max(0, room)).map((entry, index) => ({ ...entry, place: last + 1 + index }));
  await insertEntries(trx, list.id, added);
  return { changed: added.length, change: null };
}

interface ForQueue extends Keys {
  next?: boolean | undefined;
  after?: EntryKey | undefined;
}

/** What is in it already is moved to the new place; the current entry stays where it is. */
async function addToQueue(trx: Trx, listener: Listener, { list, keys, next, after }: ForQueue): Promise<Changed> {
  const isNew = list.made_from === null || after !== undefined;
  if (isNew) await beginQueue(trx, list.id, { title: words.queue, path: "/lists", at: 0 });
  const before = await findTargets(trx, listener, after ? [after] : []);
  if (before[0]) await insertEntries(trx, list.id, [{ ...before[0], place: 0 }]);
  const at = isNew ? (before[0] ? 0 : -1) : (list.at_place ?? 0);
  const stored = await readStored(trx, list.id);
  const current = stored.find(({ place }) => place === at);
  const targets = await findTargets(trx, listener, keys);
  const wanted = new Map(targets.map((entry) => [writeKey(entry), entry]));
  const asked = new Set(wanted.keys());
  if (current) wanted.delete(writeKey(current));
  const moved = stored.filter((entry) => wanted.has(writeKey(entry)));
  const others = stored.filter((entry) => !wanted.has(writeKey(entry)));
  if (others.length + wanted.size > listLimits.entries) throw new Refusal("conflict", words.full);
  const later = others.filter(({ place }) => place > at);
  const low = next ? at : Math.max(at, ...others.map(({ place }) => place));
  const high = next ? later[0]?.place : undefined;
  // after many of them no number is left between the two: then those behind them move up
  const isFull = high !== undefined && high - low < leastGap;
  if (isFull)
    for (const [index, entry] of later.entries())
      await setPlace(trx, list.id, { ...entry, place: low + wanted.size + 1 + index });
  const step = high === undefined || isFull ? 1 : (high - low) / (wanted.size + 1);
  const added = [...wanted.values()].map((entry, index) => ({ ...entry, place: low + step * (index + 1) }));
  await deleteEntries(trx, list.id, moved);
  await insertEntries(trx, list.id, added);
  const entries = await describeEntries(trx, await selectEntries(trx, listener.audience, list.id).execute());
  if (entries.some((entry) => !entry.can_play && asked.has(writeKey(storedKey(entry)))))
    throw new Refusal("conflict", words.nothingToPlay);
  const isUndoable = !isNew && moved.length === 0 && added.length > 0;
  const change = { list, before: {}, after: { entries: added } };
  return { changed: added.length, change: isUndoable ? await recordListChange(trx, listener, change) : null };
}

const leastGap = 1e-6;

async function removeEntries(trx: Trx, listener: Listener, { list, keys }: Keys): Promise<Changed> {
  const wanted = new Set(keys.map(storedKey).map(writeKey));
  const seen = await listSeen(trx, listener, list.id);
  const isWanted = (entry: StoredEntry) => wanted.has(writeKey(entry)) && seen.has(writeKey(entry));
  const before = (await readStored(trx, list.id)).filter(isWanted);
  if (before.length === 0) return { changed: 0, change: null };
  await deleteEntries(trx, list.id, before);
  return {
    changed: before.length,
    change: await recordListChange(trx, listener, { list, before: { entries: before }, after: {} }),
  };
}

async function moveEntry(
  trx: Trx,
  listener: Listener,
  { list, move, before }: { list: PlaylistRow; move: EntryKey; before: EntryKey | null },
): Promise<Changed> {
  const all = await readStored(trx, list.id);
  const seen = await listSeen(trx, listener, list.id);
  const moved = all.find(isFor(move));
  const others = all.filter((entry) => entry !== moved);
  const at = before === null ? others.length : others.findIndex(isFor(before));
  const named = before === null ? [move] : [move, before];
  if (!moved || at < 0 || named.some((key) => !seen.has(writeKey(storedKey(key)))))
    throw new Refusal("not-found", words.noSuchEntry);
  const [low, high] = [others[at - 1]?.place, others[at]?.place];
  const place = findBetween(low, high);
  if (place === undefined) {
    // no number is left between the two
    const spread = others.toSpliced(at, 0, moved).map((entry, index) => ({ ...entry, place: index }));
    for (const entry of spread) await setPlace(trx, list.id, entry);
    return { changed: 1, change: null };
  }
  const entry = { ...moved, place };
  await setPlace(trx, list.id, entry);
  const change = { list, before: { entries: [moved] }, after: { entries: [entry] } };
  return { changed: 1, change: await recordListChange(trx, listener, change) };
}

function findBetween(low: number | undefined, high: number | undefined): number | undefined {
  if (low === undefined) return (high ?? 1) - 1;
  if (high === undefined) return low + 1;
  const middle = (low + high) / 2;
  return low < middle && middle < high ? middle : undefined;
}

/** What cannot be seen cannot be removed or moved either: the answer would tell that it is there. */
async function listSeen(trx: Trx, { audience }: Listener, listId: string): Promise<Set<string>> {
  const rows = await selectEntries(trx, audience, listId).execute();
  return new Set(rows.map(writeKey));
}

/** Refused if one of them cannot be seen. The recording of a performance is the one it is in. */
async function findTargets(trx: Trx, { audience }: Listener, keys: readonly EntryKey[]): Promise<StoredKey[]> {
  const wanted = keys.map(storedKey);
  const ids = [...new Set(wanted.map(({ video_id }) => video_id))];
  const seen = new Set((await listByIds(trx, audience, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !seen.has(id));
  // says that there is no such recording
  if (missing !== undefined) await getVideo(trx, audience, missing);
  const performances = wanted.map(({ performance_id }) => performance_id).filter((id) => id !== "");
  if (performances.length > 0) {
    const rows = await trx
      .selectFrom("performance")
      .select(["id as performance_id", "video_id"])
      .where("id", "in", performances)
      .execute();
    const known = new Set(rows.map(writeKey));
    if (wanted.some((entry) => entry.performance_id !== "" && !known.has(writeKey(entry))))
      throw new Refusal("not-found", words.noSuchPerformance);
  }
  return wanted;
}

function storedKey({ video_id, performance_id }: EntryKey): StoredKey {
  return { video_id: clean(video_id), performance_id: performance_id === null ? "" : clean(performance_id) || "-" };
}

function isFor(key: EntryKey): (entry: StoredEntry) => boolean {
  const wanted = writeKey(storedKey(key));
  return (entry) => writeKey(entry) === wanted;
}
