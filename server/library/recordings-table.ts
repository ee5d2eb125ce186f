// The studio's table of recordings: filtered and sorted by each of its columns, page by page; and all that match, to change them.
import { sql, type ExpressionBuilder, type RawBuilder } from "kysely";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import {
  type RecordingRow,
  type RecordingsFilter,
  type RecordingSort,
  type RecordingsQuery,
  recordingStates,
} from "#contract/studio.ts";
import { visibleTo } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { Tables, VideoRow } from "#server/database/tables.ts";
import { captionKinds } from "#server/media/store/kinds.ts";
import { readPlace, Text, Time, writePlace } from "./cursor.ts";
import { describeInList, listColumns, matches, planSearch, type PlannedFilter } from "./list.ts";
import { listAssetsOf } from "./recording.ts";
import { words } from "./words.ts";

const usualLimit = 100;

/** The first that is true of failed, preparing, hidden; the index video_shown has exactly these words. */
const shown = sql<number>`(case when state = 'failed' then 3 when state = 'preparing' then 2 when hidden then 1 else 0 end)`;

interface Asked extends RecordingsQuery {
  /** The ids of the levels above the standard, rising. */
  levels: readonly string[];
}

export async function listRecordings(db: Database, query: Asked) {
  const { limit = usualLimit, levels } = query;
  const sort = sortOf(query);
  const rows = await selectRecordings(db, await planFilter(db, query), { ...query, limit: limit + 1 }).execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const captions = await listAssetsOf(
    db,
    page.flatMap(({ id, caption_count }) => (caption_count > 0 ? id : [])),
    captionKinds,
  );
  const recordings = page.map((row): RecordingRow => ({
    ...describeInList(row, "editors"),
    songs: row.song_count,
    captions: (captions.get(row.id) ?? []).map(
      ({ facts }) => facts.captions?.language ?? facts.captions?.title ?? words.unknownLanguage,
    ),
  }));
  return { recordings, next: last ? writePlace([sort, keyOf(sort, last, levels), last.add_date, last.id]) : null };
}

/** Where there are no levels they are all the same. */
function sortOf({ sort = "date", levels }: Pick<Asked, "sort" | "levels">): RecordingSort {
  return sort === "level" && levels.length === 0 ? "date" : sort;
}

export function selectRecordings(
  db: Database,
  filter: PlannedRecordings,
  { order = "desc", after, limit = usualLimit, ...asked }: Asked,
) {
  const sort = sortOf(asked);
  const columns = columnsOf(sort, asked.levels);
  const [first] = columns;
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  let query = db
    .selectFrom("video")
    .select([...listColumns, "song_count", "caption_count"])
    .where(visibleTo("editors"))
    .where(fits(filter))
    .limit(limit);
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
      .where(sql<boolean>`${first} ${beyond}= ${least}`)
  );
}

type Key = string | number | Date;
type SortKey = RawBuilder<Key>;

/** Equal keys are ordered by date, where the index has it, and then by id. */
function columnsOf(sort: RecordingSort, levels: readonly string[]): [SortKey, ...SortKey[]] {
  const id = sql.ref<string>("id");
  const date = sql.ref<Date>("add_date");
  switch (sort) {
    case "title":
      return [sql.ref<string>("title_folded"), id];
    case "length":
      return [sql<number>`coalesce(duration_seconds, -1)`, id];
    case "state":
      return [shown, date, id];
    case "level":
      return [rankOf(levels), date, id];
    case "songs":
      return [sql.ref<number>("song_count"), date, id];
    case "captions":
      return [sql.ref<number>("caption_count"), date, id];
    default:
      return [date, id];
  }
}

/** The standard is 0. The order of the levels is a setting, so there is no index for it. */
function rankOf(levels: readonly string[]): RawBuilder<number> {
  const ranks = levels.map((level, index) => sql`when ${level} then ${sql.lit(index + 1)}`);
  return sql<number>`(case level ${sql.join(ranks, sql` `)} else 0 end)`;
}

type Row = Pick<VideoRow, "title_folded" | "add_date" | "duration_seconds" | "state" | "hidden" | "level"> &
  Pick<VideoRow, "song_count" | "caption_count">;

/** The same as columnsOf, of a row that was read. */
function keyOf(sort: RecordingSort, row: Row, levels: readonly string[]): Key {
  switch (sort) {
    case "title":
      return row.title_folded;
    case "length":
      return row.duration_seconds ?? -1;
    case "state":
      return row.state === "failed" ? 3 : row.state === "preparing" ? 2 : row.hidden ? 1 : 0;
    case "level":
      return row.level === null ? 0 : levels.indexOf(row.level) + 1;
    case "songs":
      return row.song_count;
    case "captions":
      return row.caption_count;
    default:
      return row.add_date;
  }
}

export async function countRecordings(db: Database, filter: RecordingsFilter): Promise<number> {
  const { count } = await db
    .selectFrom("video")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(visibleTo("editors"))
    .where(fits(await planFilter(db, filter)))
    .executeTakeFirstOrThrow();
  return count;
}

const idsAtOnce = 5000;

/** The ids of all of them, with a pause after so many for other requests. */
export async function listMatching(db: Database, filter: RecordingsFilter): Promise<string[]> {
  const planned = await planFilter(db, filter);
  const ids: string[] = [];
  for (;;) {
    const rows = await db
      .selectFrom("video")
      .select("id")
      .where(visibleTo("editors"))
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

interface PlannedRecordings extends Omit<RecordingsFilter, "q" | "year"> {
  listed: PlannedFilter;
}

export async function planFilter(db: Database, filter: RecordingsFilter): Promise<PlannedRecordings> {
  const { q, year, ...rest } = filter;
  return { ...rest, listed: await planSearch(db, { q, year }) };
}

function fits({ listed, state, level, songs, captions }: PlannedRecordings) {
  return (where: ExpressionBuilder<Tables, "video">) =>
    where.and([
      matches(listed)(where),
      ...(state === undefined
        ? []
        : [sql<boolean>`${shown} = ${sql.lit(recordingStates.length - 1 - recordingStates.indexOf(state))}`]),
      ...(level === undefined ? [] : [level === "" ? where("level", "is", null) : where("level", "=", level)]),
      ...(songs === undefined ? [] : [where("song_count", songs === "none" ? "=" : ">", 0)]),
      ...(captions === undefined ? [] : [where("caption_count", captions === "none" ? "=" : ">", 0)]),
    ]);
}
