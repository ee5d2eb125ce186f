// Counts what is heard, from what players report beside the position: how often and for how long each recording was heard, on
// which day and in which way, and where in it. Who heard it is only in that member's own history. See decision 035.
import { hash } from "node:crypto";
import type { Heard, HeardKind } from "#contract/heard/heard.ts";
import { isAway } from "#server/away.ts";
import { isPostgres, type Trx } from "#server/database/open.ts";
import { retryOnce } from "#server/database/retry.ts";
import { forgetListeners, noteListeners, savePositions } from "#server/library/positions.ts";
import type { VideoRow } from "#server/library/video.ts";
import { inGroups } from "#server/one-at-a-time.ts";
import type { Parts } from "#server/parts.ts";

/** A recording counts as played after so many seconds, or half of it where it is shorter. */
const leastSeconds = 10;
/** Into how many equal parts each recording is divided. */
export const partCount = 240;
const dayMs = 24 * 3_600_000;
/** What was heard without a connection may be reported so late; as long it is known what was counted. */
const lateDays = 7;

interface Report {
  memberId: string;
  sessionId: string;
  video: Pick<VideoRow, "id" | "duration_seconds">;
  stopped: { seconds: number; at: Date; isPlaying: boolean } | null;
  heard: readonly Heard[];
}

/** Writes the reports of many members in one transaction, as there are at a premiere. Resolves when they are kept. */
export function openReports(parts: Pick<Parts, "db" | "clock" | "config">): (report: Report) => Promise<void> {
  const write = (reports: readonly Report[]) => {
    const told = { reports, now: parts.clock.now(), isCounted: parts.config.heardDays > 0 };
    return retryOnce(() => parts.db.transaction().execute((trx) => keepReports(trx, told)));
  };
  const add = inGroups(write, { most: 64, restMs: 400, isForAll: isAway });
  return (report) => add(report, report.heard.length === 0 ? "now" : "soon");
}

interface Told {
  reports: readonly Report[];
  now: Date;
  isCounted: boolean;
}

async function keepReports(trx: Trx, { reports, now, isCounted }: Told): Promise<void> {
  const stopped = reports.flatMap(({ memberId, sessionId, video, stopped: one }) =>
    one ? { memberId, videoId: video.id, ...one, session: one.isPlaying ? sessionId : null } : [],
  );
  await savePositions(trx, stopped, now);
  const fresh = await takeFresh(trx, reports, now);
  if (fresh.length === 0) return;
  if (isCounted) await count(trx, fresh, now);
  await keepHistories(trx, fresh, now);
}

type Span = readonly [from: number, to: number];

/** What was not reported before. */
interface Fresh {
  memberId: string;
  videoId: string;
  duration: number;
  kind: HeardKind;
  day: string;
  spans: readonly Span[];
  seconds: number;
  /** How much of this listening was counted before. */
  before: number;
  /** It is long enough, for the first time. */
  isPlay: boolean;
  isListener: boolean;
}

/** Keeps how much of each listening is counted: what is reported again, here or at another server, adds nothing. */
async function takeFresh(trx: Trx, reports: readonly Report[], now: Date): Promise<Fresh[]> {
  const all = reports.flatMap(({ memberId, video, heard }) =>
    heard.map((one) => ({ memberId, video, one, key: keyOf(memberId, video.id, one) })),
  );
  if (all.length === 0) return [];
  const keys = [...new Set(all.map(({ key }) => key))].toSorted();
  // another server that has the same one is waited for
  await trx
    .insertInto("heard_report")
    .values(keys.map((key) => ({ key, seconds: 0, at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = trx.selectFrom("heard_report").select(["key", "seconds"]).where("key", "in", keys).orderBy("key");
  const rows = await (isPostgres(trx) ? known.forUpdate() : known).execute();
  const counted = new Map(rows.map(({ key, seconds }) => [key, seconds]));
  const grown = new Map<string, number>();
  const fresh = all.flatMap(({ memberId, video, one, key }) => {
    const before = counted.get(key) ?? 0;
    const { spans, until } = findFresh(one, before);
    if (until <= before) return [];
    counted.set(key, until);
    grown.set(key, until);
    return describeFresh({ memberId, video, one, spans, before, until, now });
  });
  if (grown.size === 0) return [];
  await trx
    .insertInto("heard_report")
    .values(keys.flatMap((key) => (grown.has(key) ? { key, seconds: grown.get(key) ?? 0, at: now } : [])))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({ seconds: eb.ref("excluded.seconds"), at: eb.ref("excluded.at") })),
    )
    .execute();
  return fresh;
}

function keyOf(memberId: string, videoId: string, { id, kind }: Heard): string {
  return hash("sha256", [memberId, videoId, kind, id].join("\n"), "base64url");
}

/** Finds what of these spans is beyond the seconds of this listening that are counted already; and how many are counted then. */
function findFresh({ before, spans }: Heard, counted: number): { spans: Span[]; until: number } {
  let at = before;
  const fresh: Span[] = [];
  for (const [from, to] of spans) {
    const length = Math.max(0, to - from);
    const known = Math.min(length, Math.max(0, counted - at));
    if (length - known > 0.001) fresh.push([from + known, to]);
    at += length;
  }
  return { spans: fresh, until: at };
}

interface Given extends Pick<Report, "memberId" | "video"> {
  one: Heard;
  spans: readonly Span[];
  before: number;
  until: number;
  now: Date;
}

function describeFresh({ memberId, video, one, spans: given, before, until, now }: Given): Fresh {
  const duration = video.duration_seconds ?? 0;
  const least = duration > 0 ? Math.min(leastSeconds, duration / 2) : leastSeconds;
  const last = duration > 0 ? duration : Infinity;
  const spans = given.map(([from, to]) => [Math.min(from, last), Math.min(to, last)] as const);
  return {
    ...{ memberId, videoId: video.id, duration, kind: one.kind, day: findDay(one.day, now), spans, before },
    seconds: spans.reduce((sum, [from, to]) => sum + to - from, 0),
    isPlay: before < least && until >= least,
    isListener: until >= least,
  };
}

/** The listener's, unless that is too long ago or in the future. */
function findDay(day: string, now: Date): string {
  return day >= dayBefore(now, lateDays) && day <= dayBefore(now, -1) ? day : dayBefore(now, 0);
}

/** As in 2026-11-19, in UTC. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

async function count(trx: Trx, fresh: readonly Fresh[], now: Date): Promise<void> {
  const sums = new Map<
    string,
    { video_id: string; day: string; kind: HeardKind; plays: number; seconds: number; members: number }
  >();
  const parts = new Map<string, { video_id: string; part: number; seconds: number }>();
  const newcomers = new Set(
    await noteListeners(
      trx,
      fresh.filter(({ isListener }) => isListener),
      now,
    ),
  );
  for (const one of fresh) {
    const { videoId: video_id, day, kind, seconds, isPlay } = one;
    const sum = sums.getOrInsertComputed(`${video_id} ${day} ${kind}`, () => ({
      ...{ video_id, day, kind, plays: 0, seconds: 0, members: 0 },
    }));
    sum.seconds += seconds;
    if (isPlay) sum.plays += 1;
    if (newcomers.has(one)) sum.members += 1;
    for (const [part, heard] of divide(one))
      parts.getOrInsertComputed(`${video_id} ${part}`, () => ({ video_id, part, seconds: 0 })).seconds += heard;
  }
  await trx
    .insertInto("heard")
    .values(inOrder(sums))
    .onConflict((conflict) =>
      conflict.columns(["video_id", "day", "kind"]).doUpdateSet((eb) => ({
        plays: eb("heard.plays", "+", eb.ref("excluded.plays")),
        seconds: eb("heard.seconds", "+", eb.ref("excluded.seconds")),
        members: eb("heard.members", "+", eb.ref("excluded.members")),
      })),
    )
    .execute();
  const rows = inOrder(parts);
  // whoever hears hours in one report fills many parts
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto("heard_part")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(["video_id", "part"])
          .doUpdateSet((eb) => ({ seconds: eb("heard_part.seconds", "+", eb.ref("excluded.seconds")) })),
      )
      .execute();
}

const rowsAtOnce = 1000;

/** How many seconds were heard of each part. */
function divide({ spans, duration }: Pick<Fresh, "spans" | "duration">): Map<number, number> {
  const parts = new Map<number, number>();
  const length = duration / partCount;
  if (length <= 0) return parts;
  for (const [from, to] of spans)
    for (let part = Math.floor(from / length); part < partCount && part * length < to; part += 1) {
      const seconds = Math.min(to, (part + 1) * length) - Math.max(from, part * length);
      if (seconds > 0) parts.set(part, (parts.get(part) ?? 0) + seconds);
    }
  return parts;
}

async function keepHistories(trx: Trx, fresh: readonly Fresh[], now: Date): Promise<void> {
  const members = [...new Set(fresh.map(({ memberId }) => memberId))];
  const off = await trx.selectFrom("history_off").select("member_id").where("member_id", "in", members).execute();
  const without = new Set(off.map(({ member_id }) => member_id));
  const rows = new Map<string, { member_id: string; day: string; video_id: string; seconds: number; at: Date }>();
  for (const { memberId: member_id, videoId: video_id, day, seconds, before, isPlay, isListener } of fresh) {
    if (!isListener || without.has(member_id)) continue;
    const key = `${member_id} ${day} ${video_id}`;
    const row = rows.getOrInsertComputed(key, () => ({ member_id, day, video_id, seconds: 0, at: now }));
    // with the first seconds, which were not enough for themselves
    row.seconds += seconds + (isPlay ? before : 0);
  }
  if (rows.size === 0) return;
  await trx
    .insertInto("listened")
    .values(inOrder(rows))
    .onConflict((conflict) =>
      conflict.columns(["member_id", "day", "video_id"]).doUpdateSet((eb) => ({
        seconds: eb("listened.seconds", "+", eb.ref("excluded.seconds")),
        at: eb.ref("excluded.at"),
      })),
    )
    .execute();
}

/** Always the same one, so that two servers never wait for each other. */
function inOrder<T>(byKey: ReadonlyMap<string, T>): T[] {
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** What is older than the owner wants it kept; everything that was counted, where nothing is to be. */
export async function forgetCounts({ db, clock, config }: Pick<Parts, "db" | "clock" | "config">): Promise<void> {
  const now = clock.now();
  const since = config.heardDays > 0 ? dayBefore(now, config.heardDays) : dayBefore(now, -2);
  await db
    .deleteFrom("heard_report")
    .where("at", "<", new Date(now.getTime() - (lateDays + 1) * dayMs))
    .execute();
  await db.deleteFrom("heard").where("day", "<", since).execute();
  await forgetListeners(db, since);
  if (config.heardDays === 0) await db.deleteFrom("heard_part").execute();
}
