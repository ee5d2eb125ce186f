// Lists of recordings: the whole library, or searched, sorted and filtered, page by page.
import { foldWords } from "#contract/search/fold.ts";
import { sql, type ExpressionBuilder, type RawBuilder } from "kysely";
import { setImmediate } from "node:timers/promises";
import type { ListQuery, VideoInList, VideoSort } from "#contract/video.ts";
import { nameLevel } from "#server/access/levels.ts";
import { type Audience, findLock, visibleTo } from "#server/access/visible.ts";
import type { LevelRules } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import type { Tables } from "#server/database/tables.ts";
import { countSome, findCandidates, isLike } from "./search/match.ts";
import { readCursor, writeCursor, type Place } from "./cursor.ts";
import { describeCard, type VideoRow } from "./video.ts";

/** What is listed, apart from the order. */
export type ListFilter = Pick<ListQuery, "q" | "year" | "hidden">;

interface Page {
  videos: VideoInList[];
  next: string | null;
}

/** For the names of the levels on locked cards. */
interface Naming {
  levels?: LevelRules;
}

export async function listPage(
  db: Database,
  audience: Audience,
  query: ListQuery & Naming & { limit: number },
): Promise<Page> {
  const sort = query.sort ?? "newest";
  const after = query.after === undefined ? undefined : readCursor(sort, query.after);
  const filter = await planSearch(db, query);
  const rows = await selectPage(db, audience, { filter, sort, after, limit: query.limit + 1 }).execute();
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    videos: shown.map(describerFor(audience, query)),
    next: last ? writeCursor(sort, placeOf(sort, last)) : null,
  };
}

export async function countVideos(db: Database, audience: Audience, filter: ListFilter): Promise<number> {
  const { count } = await db
    .selectFrom("video")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(visibleTo(audience))
    .where(matches(await planSearch(db, filter)))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many have the words in their titles; many are not counted to the end. */
export async function countTitled(db: Database, audience: Audience, q: string): Promise<number> {
  const filter = await planSearch(db, { q });
  return countSome(db, (most) =>
    db.selectFrom("video").select("id").where(visibleTo(audience)).where(matches(filter)).limit(most),
  );
}

/** How many can be read and written in a few milliseconds. */
const usualSlice = 250;

/** The whole list in slices, with a pause after each for other requests. */
export async function* listSlices(
  db: Database,
  audience: Audience,
  query: ListFilter & Pick<ListQuery, "sort"> & Naming & { sliceSize?: number },
) {
  const { sort = "newest", sliceSize = usualSlice } = query;
  const describe = describerFor(audience, query);
  const filter = await planSearch(db, query);
  let after: Place | undefined;
  for (;;) {
    const rows = await selectPage(db, audience, { filter, sort, after, limit: sliceSize }).execute();
    if (rows.length > 0) yield rows.map(describe);
    const last = rows.at(-1);
    if (!last || rows.length < sliceSize) return;
    after = placeOf(sort, last);
    await setImmediate();
  }
}

/** Each order has an index (list.test.ts checks the query plans). Equal keys are ordered by id. */
const orders: Record<VideoSort, { key: RawBuilder<unknown>; direction: "asc" | "desc" }> = {
  newest: { key: sql.ref("add_date"), direction: "desc" },
  oldest: { key: sql.ref("add_date"), direction: "asc" },
  longest: { key: sql`coalesce(duration_seconds, -1)`, direction: "desc" },
  title: { key: sql.ref("title_folded"), direction: "asc" },
};

/** What a list shows of a recording. */
export const listColumns = [
  "video.id",
  "video.title",
  "title_folded",
  "thumbnail_hash",
  "add_date",
  "duration_seconds",
  "time_missing",
  "only_known",
  "hidden",
  "state",
  "dominant_color",
  "peaks",
  "leaves_at",
  "audio_only",
  "prevent_autodelete",
  "level",
  "opens_at",
] as const;

type ColumnOf<T> = T extends `video.${infer Column}` ? Column : T;
type ListRow = Pick<VideoRow, ColumnOf<(typeof listColumns)[number]> & keyof VideoRow>;

interface Selection {
  filter: PlannedFilter;
  sort: VideoSort;
  after: Place | undefined;
  limit: number;
}

export function selectPage(db: Database, audience: Audience, { filter, sort, after, limit }: Selection) {
  const { key, direction } = orders[sort];
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  return db
    .selectFrom("video")
    .select(listColumns)
    .where(visibleTo(audience))
    .where(matches(filter))
    .$if(after !== undefined, (query) =>
      query
        .where(sql<boolean>`(${key}, id) ${beyond} (${after?.key}, ${after?.id})`)
        // redundant, but without it SQLite does not use the index for a pair with an expression
        .where(sql<boolean>`${key} ${beyond}= ${after?.key}`),
    )
    .orderBy(key, direction)
    .orderBy("id", direction)
    .limit(limit);
}

function placeOf(sort: VideoSort, row: ListRow): Place {
  if (sort === "longest") return { key: row.duration_seconds ?? -1, id: row.id };
  return { key: sort === "title" ? row.title_folded : row.add_date, id: row.id };
}

export interface PlannedFilter extends ListFilter {
  /** The rows of search_text that may have the words, where these are few: then the rest of the list is not read. */
  few?: RawBuilder<unknown> | undefined;
}

/** Where many titles have the words, a page of them is found sooner along the list. */
export async function planSearch(db: Database, filter: ListFilter): Promise<PlannedFilter> {
  const candidates = await findCandidates(db, foldWords(filter.q ?? ""), ["title"]);
  return candidates?.areFew ? { ...filter, few: candidates.ids } : filter;
}

export function matches({ q, year, hidden, few }: PlannedFilter) {
  return (where: ExpressionBuilder<Tables, "video">) =>
    where.and([
      ...(few ? [sql<boolean>`video.id in (select video_id from search_text where id in (${few}))`] : []),
      ...foldWords(q ?? "").map((word) => isLike(sql.ref("title_folded"), word)),
      ...(year === undefined
        ? []
        : [where("add_date", ">=", newYear(year)), where("add_date", "<", newYear(year + 1))]),
      ...(hidden === undefined ? [] : [where("hidden", "=", true)]),
    ]);
}

function describerFor(audience: Audience, { levels }: Naming): (row: ListRow) => VideoInList {
  const lockOf = findLock(audience);
  return (row) => {
    const level = lockOf(row);
    if (level === null) return describeInList(row, audience);
    return {
      ...describeCard(row),
      hidden: false,
      state: "published",
      peaks: null,
      leaves_at: null,
      audio_only: false,
      locked: { level, name: levels ? nameLevel(level, levels) : level },
    };
  };
}

/** Describes a recording that this audience may watch. */
export function describeInList(row: ListRow, audience: Audience): VideoInList {
  const video: VideoInList = {
    ...describeCard(row),
    hidden: row.hidden,
    state: row.state,
    peaks: row.peaks && halvePeaks(row.peaks),
    leaves_at: row.leaves_at?.toISOString() ?? null,
    audio_only: row.audio_only,
  };
  if (!audience.isEditors) return video;
  video.prevent_autodelete = row.prevent_autodelete;
  // left out where there is only one level: then the list has the same bytes as ever
  if (row.level !== null) video.level = row.level;
  if (row.opens_at !== null) video.opens_at = row.opens_at.toISOString();
  return video;
}

/** A card shows half as many peaks as the recording's page, and peaks are most of a compressed list's size. */
function halvePeaks(digits: string): string {
  let half = "";
  for (let at = 0; at < digits.length; at += 2) {
    const [one = "", two = ""] = [digits[at], digits[at + 1]];
    half += one > two ? one : two;
  }
  return half;
}

function newYear(year: number): Date {
  return new Date(Date.UTC(year, 0, 1));
}
