// The studio's table of recordings: filtered and sorted by each of its columns, page by page; and all that match, to change them.
import { sql, type ExpressionBuilder, type RawBuilder } from "kysely";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import {
  type RecordingRow,
  type RecordingsFilter,
  type RecordingSort,
  type RecordingsQuery,
  type RecordingState,
  recordingStates,
} from "#contract/studio.ts";
import { audiences, visibleTo } from "#server/access/visible.ts";
import { type Database, isPostgres } from "#server/database/open.ts";
import type { Tables, VideoRow } from "#server/database/tables.ts";
import { captionKinds } from "#server/media/store/kinds.ts";
import { readPlace, Text, Time, writePlace } from "./cursor.ts";
import { describeInList, listColumns, matches, planSearch, type PlannedFilter } from "./list.ts";
import { listAssetsOf } from "./recording.ts";
import { words } from "./words.ts";

const usualLimit = 100;

/** The first that is true of failed, preparing, draft, hidden; the index video_state has exactly these words. */
const shown = sql<number>`(case when state = 'failed' then 4 when state = 'preparing' then 3 when hidden and draft then 2 when hidden then 1 else 0 end)`;
/** The standard is empty; the index video_level has exactly these words. */
const levelId = sql<string>`coalesce(level, '')`;

interface Asked extends RecordingsQuery {
  /** The ids of the levels above the standard, rising. */
  levels: readonly string[];
}

export async function listRecordings(db: Database, query: Asked) {
  const { limit = usualLimit } = query;
  const sort = sortOf(query);
  const read = sort === "level" ? readByLevel : readRows;
  const rows = await read(db, await planFilter(db, query), { ...query, sort, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const captions = await listAssetsOf(
    db,
    page.flatMap(({ id, caption_count }) => (caption_count > 0 ? id : [])),
    captionKinds,
  );
  const recordings = page.map((row): Omit<RecordingRow, "plays"> => ({
    ...describeInList(row, audiences.editors),
    draft: row.hidden && row.draft,
    songs: row.song_count,
    captions: (captions.get(row.id) ?? []).map(
      ({ facts }) => facts.captions?.language ?? facts.captions?.title ?? words.unknownLanguage,
    ),
  }));
  return { recordings, next: last ? writePlace([sort, keyOf(sort, last), last.add_date, last.id]) : null };
}

function readRows(db: Database, filter: PlannedRecordings, asked: Asked) {
  return selectRecordings(db, filter, asked).execute();
}

/** The order of the levels is a setting, so no index has it: the recordings of one level after the other, each by date. */
async function readByLevel(db: Database, filter: PlannedRecordings, { after, limit = usualLimit, ...asked }: Asked) {
  const place = after === undefined ? undefined : readLevelPlace(after);
  const used = asked.level === undefined ? await listUsedLevels(db) : [asked.level];
  const gone = new Set([...used, ...(place ? [place.level] : [])]).difference(new Set(["", ...asked.levels]));
  const rising = ["", ...[...gone].toSorted(), ...asked.levels].filter(
    (level) => used.includes(level) || level === place?.level,
  );
  const inOrder = asked.order === "asc" ? rising : rising.toReversed();
  const rows: Awaited<ReturnType<typeof readRows>> = [];
  for (const level of place ? inOrder.slice(inOrder.indexOf(place.level)) : inOrder) {
    const from = level === place?.level ? { after: writePlace(["date", place.date, place.date, place.id]) } : {};
    const left = { ...asked, ...from, sort: "date", limit: limit - rows.length } as const;
    rows.push(...(await readRows(db, { ...filter, conditions: [...filter.conditions, isLevel(level)] }, left)));
    if (rows.length === limit) break;
  }
  return rows;
}

function readLevelPlace(after: string) {
  const [, level, date, id] = readPlace<[string, string, Date, string]>(
    z.tuple([z.literal("level"), Text, Time, Text]),
    after,
  );
  return { level, date, id };
}

/** From one to the next along the index: reading all rows would take as long as there are many. */
async function listUsedLevels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive used(id) as (
    select min(${levelId}) from video
    union all
    select (select min(${levelId}) from video where ${levelId} > used.id) from used where used.id is not null
  ) select id from used where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** As by date, where all that are asked for are the same. */
function sortOf({ sort = "date", levels, state, songs, captions }: Asked): RecordingSort {
  const isSame = {
    level: levels.length === 0,
    state: state !== undefined,
    songs: songs === "none",
    captions: captions === "none",
  };
  return sort in isSame && isSame[sort as keyof typeof isSame] ? "date" : sort;
}

export function selectRecordings(
  db: Database,
  { listed, conditions, rare }: PlannedRecordings,
  { order = "desc", after, limit = usualLimit, ...asked }: Asked,
) {
  const sort = sortOf(asked);
  const isAlong = rare === null || sort === "date";
  const columns = columnsOf(sort).map((column) => (isAlong ? column : withoutIndex(db, column)));
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  let query = db
    .selectFrom("video")
    .select([...listColumns, "draft", "song_count", "caption_count"])
    .where(visibleTo(audiences.editors))
    .where(matches(listed))
    .limit(limit);
  // each index of a condition has the order by date, too
  for (const one of conditions)
    query = query.where(
      (rare === null ? sort === "date" : one === rare) ? say(one) : say({ ...one, left: withoutIndex(db, one.left) }),
    );
  for (const column of columns) query = query.orderBy(column, order);
  if (after === undefined) return query;
  const Key: z.ZodType<Key> = sort === "title" ? Text : sort === "date" ? Time : z.number();
  const [, least, date, id] = readPlace<[string, Key, Date, string]>(
    z.tuple([z.literal(sort), Key, Time, Text]),
    after,
  );
  const values = columns.length === 3 ? [least, date, id] : [least, id];
  return (
    query
      .where(sql<boolean>`(${sql.join(columns)}) ${beyond} (${sql.join(values)})`)
      // redundant, but without it SQLite does not use the index for several columns with an expression
      .where(sql<boolean>`${columns[0]} ${beyond}= ${least}`)
  );
}

/** SQLite does not know how many rows a condition leaves: a sign without a meaning keeps it from the wrong index. */
function withoutIndex<T>(db: Database, left: RawBuilder<T>): RawBuilder<T> {
  return isPostgres(db) ? left : sql<T>`+${left}`;
}

type Key = string | number | Date;
type SortKey = RawBuilder<Key>;

/** Equal keys are ordered by date, where the index has it, and then by id. */
function columnsOf(sort: RecordingSort): [SortKey, ...SortKey[]] {
  const id = sql.ref<string>("id");
  const date = sql.ref<Date>("add_date");
  switch (sort) {
    case "title":
      return [sql.ref<string>("title_folded"), id];
    case "length":
      return [sql<number>`coalesce(duration_seconds, -1)`, id];
    case "state":
      return [shown, date, id];
    case "songs":
      return [sql.ref<number>("song_count"), date, id];
    case "captions":
      return [sql.ref<number>("caption_count"), date, id];
    default:
      return [date, id];
  }
}

type Row = Pick<VideoRow, "title_folded" | "add_date" | "duration_seconds" | "state" | "hidden" | "level"> &
  Pick<VideoRow, "draft" | "song_count" | "caption_count">;

/** The same as columnsOf, of a row that was read. */
function keyOf(sort: RecordingSort, row: Row): Key {
  switch (sort) {
    case "title":
      return row.title_folded;
    case "length":
      return row.duration_seconds ?? -1;
    case "state":
      return rankOfState(stateOf(row));
    case "level":
      return row.level ?? "";
    case "songs":
      return row.song_count;
    case "captions":
      return row.caption_count;
    default:
      return row.add_date;
  }
}

function stateOf({ state, hidden, draft }: Pick<Row, "state" | "hidden" | "draft">): RecordingState {
  if (state !== "published") return state;
  return hidden ? (draft ? "draft" : "hidden") : "visible";
}

/** As in the column `shown`. */
function rankOfState(state: RecordingState): number {
  return recordingStates.length - 1 - recordingStates.indexOf(state);
}

export async function countRecordings(db: Database, filter: RecordingsFilter): Promise<number> {
  const { count } = await db
    .selectFrom("video")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(visibleTo(audiences.editors))
    .where(fits(await readFilter(db, filter)))
    .executeTakeFirstOrThrow();
  return count;
}

const idsAtOnce = 5000;

/** The ids of all of them, with a pause after so many for other requests. */
export async function listMatching(db: Database, filter: RecordingsFilter): Promise<string[]> {
  const planned = await readFilter(db, filter);
  const ids: string[] = [];
  for (;;) {
    const rows = await db
      .selectFrom("video")
      .select("id")
      .where(visibleTo(audiences.editors))
      .where(fits(planned))
      .where("id", ">", ids.at(-1) ?? "")
      .orderBy("id")
      .limit(idsAtOnce)
      .execute();
    for (const { id } of rows) ids.push(id);
    if (rows.length < idsAtOnce) return ids;
    await setImmediate();
  }
}

interface Condition {
  left: RawBuilder<unknown>;
  right: RawBuilder<unknown>;
}

interface ReadFilter {
  listed: PlannedFilter;
  /** Each has an index. */
  conditions: readonly Condition[];
}

interface PlannedRecordings extends ReadFilter {
  /** So few that they are sorted rather than found along the order. */
  rare: Condition | null;
}

const say = ({ left, right }: Condition) => sql<boolean>`${left} ${right}`;
const isLevel = (level: string): Condition => ({ left: levelId, right: sql`= ${level}` });

async function readFilter(db: Database, filter: RecordingsFilter): Promise<ReadFilter> {
  const { q, year, state, level, songs, captions } = filter;
  // with the number in it, else no index of only those is used
  const counts = (column: string, wanted: "none" | "some") => ({
    left: sql.ref(column),
    right: sql.raw(wanted === "none" ? "= 0" : "> 0"),
  });
  return {
    listed: await planSearch(db, { q }),
    conditions: [
      ...(state === undefined ? [] : [{ left: shown, right: sql`= ${sql.lit(rankOfState(state))}` }]),
      ...(level === undefined ? [] : [isLevel(level)]),
      ...(songs === undefined ? [] : [counts("song_count", songs)]),
      ...(captions === undefined ? [] : [counts("caption_count", captions)]),
      ...(year === undefined
        ? []
        : [{ left: sql.ref("add_date"), right: sql`between ${newYear(year)} and ${lastOf(year)}` }]),
    ],
  };
}

const newYear = (year: number) => new Date(Date.UTC(year, 0, 1));
const lastOf = (year: number) => new Date(newYear(year + 1).getTime() - 1);

/** To sort as many takes about as long as to find a page of them along the order, in an archive of 100,000. */
const fewRows = 3000;

/** PostgreSQL has its own statistics. */
export async function planFilter(db: Database, filter: RecordingsFilter): Promise<PlannedRecordings> {
  const read = await readFilter(db, filter);
  let rare: Condition | null = null;
  let least = fewRows;
  if (!isPostgres(db))
    for (const condition of read.conditions) {
      const some = db.selectFrom("video").select("id").where(say(condition)).limit(least).as("some");
      const { count } = await db
        .selectFrom(some)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      if (count < least) [rare, least] = [condition, count];
    }
  return { ...read, rare };
}

function fits({ listed, conditions }: ReadFilter) {
  return (where: ExpressionBuilder<Tables, "video">) => where.and([matches(listed)(where), ...conditions.map(say)]);
}
