// What was heard of the whole archive: for editors as figures and as a table, for members as a curve over a recording.
import { sql } from "kysely";
import type { HeardFigures } from "#contract/heard/heard.ts";
import { audiences, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { countListeners, countListenersOf } from "#server/library/positions.ts";
import { thumbnailUrl } from "#server/library/video.ts";
import { dayBefore, partCount } from "./count.ts";

const mostRecordings = 50;
const mostSongs = 20;
/** The fewest members that are told: with fewer, one could guess who it was. */
const leastMembers = 8;

interface Asked {
  /** Today is the last of them. */
  days: number;
  now: Date;
  keepDays: number;
}

export async function readFigures(db: Database, { days, now, keepDays }: Asked): Promise<HeardFigures> {
  const [from, today] = [dayBefore(now, days - 1), dayBefore(now, 0)];
  const byDay = await sumUp(db, from).select("heard.day").groupBy("heard.day").execute();
  const byKind = await sumUp(db, from).select("heard.kind").groupBy("heard.kind").execute();
  const fetched = await selectHeard(db, from)
    .select(({ fn }) => fn.sum<number | null>("heard.plays").as("count"))
    .where("heard.kind", "=", "feed")
    .executeTakeFirst();
  const byVideo = await sumUp(db, from)
    .select(["video.id", "video.title", "video.thumbnail_hash", "video.duration_seconds"])
    .groupBy(["video.id", "video.title", "video.thumbnail_hash", "video.duration_seconds"])
    .orderBy("seconds", "desc")
    .orderBy("video.id")
    .limit(mostRecordings)
    .execute();
  const ids = byVideo.map(({ id }) => id);
  const members = await countListenersOf(db, { since: from, ids });
  const most = await findMost(db, ids);
  const sums = new Map(byDay.map(({ day, plays, seconds }) => [day, { plays, seconds }]));
  const ofDays = Array.from({ length: days }, (_, index) => {
    const day = dayBefore(now, days - 1 - index);
    return { day, ...(sums.get(day) ?? { plays: 0, seconds: 0 }) };
  });
  // where it is tomorrow already, today's figures are tomorrow's
  const ahead = byDay.filter(({ day }) => day > today);
  return {
    keep_days: keepDays,
    from,
    total: { ...addUp([...ofDays, ...ahead]), members: await countListeners(db, from) },
    days: ofDays,
    kinds: byKind
      .flatMap(({ kind, ...sums }) => (kind === "feed" ? [] : { kind, ...sums }))
      .toSorted((a, b) => b.seconds - a.seconds),
    feed: fetched?.count ?? 0,
    recordings: byVideo.map(({ id, title, thumbnail_hash, duration_seconds: length, plays, seconds }) => ({
      ...{ id, title, thumbnail_url: thumbnailUrl({ id, thumbnail_hash }), length, plays, seconds },
      members: members.get(id) ?? 0,
      most_at: length === null ? null : (most.get(id) ?? null),
    })),
    songs: await findSongs(db, byVideo),
    csv: `/api/studio/heard/table?days=${days}`,
  };
}

/** Not of what is in the trash. */
function selectHeard(db: Database, from: string) {
  return db
    .selectFrom("heard")
    .innerJoin("video", "video.id", "heard.video_id")
    .where("heard.day", ">=", from)
    .where(watchableBy(audiences.editors));
}

/** Of what was heard, and not only fetched. */
function sumUp(db: Database, from: string) {
  return selectHeard(db, from)
    .select(({ fn }) => [fn.sum<number>("heard.plays").as("plays"), fn.sum<number>("heard.seconds").as("seconds")])
    .where("heard.kind", "!=", "feed");
}

function addUp(rows: readonly { plays: number; seconds: number }[]): { plays: number; seconds: number } {
  return rows.reduce(
    (total, { plays, seconds }) => ({ plays: total.plays + plays, seconds: total.seconds + seconds }),
    { plays: 0, seconds: 0 },
  );
}

/** Where the part begins that was heard for longest. */
async function findMost(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("heard_part")
    .innerJoin("video", "video.id", "heard_part.video_id")
    .select(["heard_part.video_id", "heard_part.part", "heard_part.seconds", "video.duration_seconds"])
    .where("heard_part.video_id", "in", ids)
    .orderBy("heard_part.part")
    .execute();
  const found = new Map<string, { seconds: number; at: number }>();
  for (const { video_id, part, seconds, duration_seconds: duration } of rows)
    if (duration !== null && seconds > (found.get(video_id)?.seconds ?? 0) + 0.01)
      found.set(video_id, { seconds, at: (part * duration) / partCount });
  return new Map([...found].map(([id, { at }]) => [id, at]));
}

const middle = sql`((heard_part.part + 0.5) * video.duration_seconds / ${sql.lit(partCount)})`;

/** Each song has its share of what was heard of a recording, by where in it people listened. */
async function findSongs(
  db: Database,
  videos: readonly { id: string; seconds: number }[],
): Promise<HeardFigures["songs"]> {
  if (videos.length === 0) return [];
  const ids = videos.map(({ id }) => id);
  const wholes = await db
    .selectFrom("heard_part")
    .select(({ fn }) => ["video_id", fn.sum<number>("seconds").as("seconds")])
    .where("video_id", "in", ids)
    .groupBy("video_id")
    .execute();
  const parts = await db
    .selectFrom("performance")
    .innerJoin("video", "video.id", "performance.video_id")
    .innerJoin("performance_song", "performance_song.performance_id", "performance.id")
    .innerJoin("song", "song.id", "performance_song.song_id")
    .innerJoin("heard_part", (join) =>
      join
        .onRef("heard_part.video_id", "=", "performance.video_id")
        // by the middle of the part
        .on(sql<boolean>`${middle} >= performance.start_seconds`)
        .on(sql<boolean>`(performance.until_seconds is null or ${middle} < performance.until_seconds)`),
    )
    .select(({ fn }) => [
      "song.id",
      "song.title",
      "performance.video_id",
      fn.sum<number>("heard_part.seconds").as("seconds"),
    ])
    .where("performance.video_id", "in", ids)
    .groupBy(["song.id", "song.title", "performance.video_id"])
    .execute();
  const heard = new Map(videos.map(({ id, seconds }) => [id, seconds]));
  const whole = new Map(wholes.map(({ video_id, seconds }) => [video_id, seconds]));
  const songs = Map.groupBy(parts, ({ id }) => id);
  const sums = [...songs].map(([id, list]) => ({
    id,
    title: list[0]?.title ?? "",
    seconds: list.reduce((sum, { video_id, seconds }) => {
      const all = whole.get(video_id) ?? 0;
      return all > 0 ? sum + (seconds / all) * (heard.get(video_id) ?? 0) : sum;
    }, 0),
  }));
  return sums.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostSongs);
}

const mostLines = 100_000;

/** One line for each recording, day and kind, newest first. */
export async function writeTable(db: Database, { days, now }: Pick<Asked, "days" | "now">): Promise<string> {
  const rows = await selectHeard(db, dayBefore(now, days - 1))
    .select(["heard.day", "heard.kind", "heard.plays", "heard.seconds", "heard.members", "video.id", "video.title"])
    .orderBy("heard.day", "desc")
    .orderBy("heard.video_id")
    .orderBy("heard.kind")
    .limit(mostLines)
    .execute();
  const lines = rows.map(({ day, kind, plays, seconds, members, id, title }) =>
    [day, id, quote(title), kind, plays, Math.round(seconds), members].join(","),
  );
  return `${["day,recording,title,kind,plays,seconds,new_members", ...lines].join("\r\n")}\r\n`;
}

/** A title must not become a formula in a spreadsheet. */
function quote(title: string): string {
  const safe = /^[=+\-@\t\r]/.test(title) ? `'${title}` : title;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** How often each of these recordings was heard, as far back as that is kept. */
export async function countPlays(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("heard")
    .select(({ fn }) => ["video_id", fn.sum<number>("plays").as("plays")])
    .where("video_id", "in", ids)
    .where("kind", "!=", "feed")
    .groupBy("video_id")
    .execute();
  return new Map(rows.map(({ video_id, plays }) => [video_id, plays]));
}

/** How much each part is heard, in percent of the one heard most; null while too few members are behind it. */
export async function readCurve(db: Database, id: string): Promise<number[] | null> {
  const members = await countListenersOf(db, { since: "", ids: [id] });
  if ((members.get(id) ?? 0) < leastMembers) return null;
  const rows = await db.selectFrom("heard_part").select(["part", "seconds"]).where("video_id", "=", id).execute();
  const seconds = new Map(rows.map((row) => [row.part, row.seconds]));
  const most = Math.max(...seconds.values(), 0.001);
  return Array.from({ length: partCount }, (_, part) => Math.round(((seconds.get(part) ?? 0) / most) * 100));
}
