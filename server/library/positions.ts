// Where a member stopped in each recording, and on which day they last heard it. The newest position wins, by the time that the
// device sends.
import { watchableBy, type Audience } from "#server/access/visible.ts";
import { isPostgres, type Database, type Trx } from "#server/database/open.ts";

/** A device whose clock is ahead must not win for ever. */
const mostAheadMs = 60_000;
const mostListed = 500;

interface Owner {
  memberId: string;
  /** The session of the device that asks. */
  sessionId: string;
  audience: Audience | null;
  now: Date;
}

/** A device that plays saves its position every 15 seconds: two of them may be late. */
const mostSilentMs = 45_000;

interface ListedPosition {
  id: string;
  seconds: number;
  at: Date;
  isElsewhere: boolean;
}

export async function listPositions(db: Database, owner: Owner): Promise<ListedPosition[]> {
  const { memberId, sessionId, audience, now } = owner;
  const rows = await db
    .selectFrom("position")
    .innerJoin("video", "video.id", "position.video_id")
    .select(["position.video_id as id", "position.seconds", "position.at", "position.playing_session"])
    .where("position.member_id", "=", memberId)
    .where(watchableBy(audience))
    .orderBy("position.at", "desc")
    .limit(mostListed)
    .execute();
  return rows.map(({ playing_session: session, ...position }) => {
    const isNow = now.getTime() - position.at.getTime() < mostSilentMs;
    return { ...position, isElsewhere: isNow && session !== null && session !== sessionId };
  });
}

interface Listening {
  memberId: string;
  videoId: string;
}

interface Stopped extends Listening {
  seconds: number;
  at: Date;
  /** The session that goes on playing it. */
  session: string | null;
}

export async function savePositions(trx: Trx, stopped: readonly Stopped[], now: Date): Promise<void> {
  const most = now.getTime() + mostAheadMs;
  const newest = new Map<string, Stopped>();
  for (const one of stopped) {
    const before = newest.get(keyOf(one));
    if (!before || before.at < one.at) newest.set(keyOf(one), one);
  }
  if (newest.size === 0) return;
  await trx
    .insertInto("position")
    .values(
      inOrder(newest).map(({ memberId, videoId, seconds, at, session }) => ({
        ...{ member_id: memberId, video_id: videoId, seconds, playing_session: session },
        at: new Date(Math.min(at.getTime(), most)),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "video_id"])
        .doUpdateSet((eb) => ({
          seconds: eb.ref("excluded.seconds"),
          at: eb.ref("excluded.at"),
          playing_session: eb.ref("excluded.playing_session"),
        }))
        .whereRef("position.at", "<", "excluded.at"),
    )
    .execute();
}

/** Notes that they have heard it on that day. Returns those of whom it was not noted yet, on that day or a later one. */
export async function noteListeners<T extends Listening & { day: string }>(
  trx: Trx,
  listeners: readonly T[],
  now: Date,
): Promise<T[]> {
  const latest = new Map<string, T>();
  for (const one of listeners) {
    const before = latest.get(keyOf(one));
    if (!before || before.day < one.day) latest.set(keyOf(one), one);
  }
  if (latest.size === 0) return [];
  const all = inOrder(latest);
  const known = trx
    .selectFrom("position")
    .select(["member_id", "video_id", "heard_day"])
    .where("member_id", "in", [...new Set(all.map(({ memberId }) => memberId))])
    .where("video_id", "in", [...new Set(all.map(({ videoId }) => videoId))])
    .orderBy("member_id")
    .orderBy("video_id");
  const rows = await (isPostgres(trx) ? known.forUpdate() : known).execute();
  const days = new Map(rows.map((row) => [`${row.member_id} ${row.video_id}`, row.heard_day]));
  const fresh = all.filter((one) => (days.get(keyOf(one)) ?? "") < one.day);
  if (fresh.length === 0) return [];
  await trx
    .insertInto("position")
    .values(
      // who has heard only one song of it, in a list, has stopped nowhere
      fresh.map(({ memberId, videoId, day }) => ({
        ...{ member_id: memberId, video_id: videoId, seconds: 0, at: now, heard_day: day },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["member_id", "video_id"]).doUpdateSet((eb) => ({ heard_day: eb.ref("excluded.heard_day") })),
    )
    .execute();
  return fresh;
}

/** How many different members have heard anything since that day. */
export async function countListeners(db: Database, since: string): Promise<number> {
  const { count } = await db
    .selectFrom("position")
    .select((eb) => eb.fn.count<number>("member_id").distinct().as("count"))
    .where("heard_day", ">=", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** The same of each of these recordings. */
export async function countListenersOf(
  db: Database,
  { since, ids }: { since: string; ids: readonly string[] },
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("position")
    .select((eb) => ["video_id", eb.fn.countAll<number>().as("count")])
    .where("video_id", "in", ids)
    .where("heard_day", ">=", since)
    .groupBy("video_id")
    .execute();
  return new Map(rows.map((row) => [row.video_id, row.count]));
}

/** Forgets on which day somebody heard something, if that was before this one. */
export async function forgetListeners(db: Database, before: string): Promise<void> {
  await db.updateTable("position").set({ heard_day: null }).where("heard_day", "<", before).execute();
}

function keyOf({ memberId, videoId }: Listening): string {
  return `${memberId} ${videoId}`;
}

/** Always the same one, so that two servers never wait for each other. */
function inOrder<T>(byKey: ReadonlyMap<string, T>): T[] {
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
