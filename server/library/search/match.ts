// How words are found in search_text: any letters in a row, the same on both databases. PostgreSQL finds them by its index of three
// letters for "like"; SQLite has such an index, too, but only for questions of its own kind.
import { sql, type Expression, type RawBuilder } from "kysely";
import { mostCounted } from "#contract/search/kinds.ts";
import { isPostgres, type Database } from "#server/database/open.ts";
import { countCharacters } from "#server/library/title.ts";

export const searched = ["title", "description", "captions"] as const;
type Searched = (typeof searched)[number];

/** What SQLite's index knows. */
const leastLetters = 3;
/** A word that is in more of them is not rare: looking at each of them would take long. */
const mostRare = 1000;
/** Where no index helps, no more are read. */
const mostRead = 10_000;

/** Each word is in one of the columns. */
export function hasEach(words: readonly string[], columns: readonly Searched[]): RawBuilder<boolean> {
  const isIn = (word: string) => columns.map((column) => isLike(sql.ref(`search_text.${column}`), word));
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`(${sql.join(isIn(word), sql` or `)})`),
    sql` and `,
  )})`;
}

export function isLike(column: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}

interface Candidates {
  /** Selects the ids of rows of search_text: all that have the words are among them. */
  ids: RawBuilder<unknown>;
  /** There are few of them. */
  areFew: boolean;
  /** Whether these words are there is asked again. */
  unsure: readonly string[];
  /** Only so many of the newest were looked at. */
  newest?: number;
}

/** Where the words may be. Undefined where many have them, and on PostgreSQL, which looks for itself. */
export async function findCandidates(
  db: Database,
  words: readonly string[],
  columns: readonly Searched[],
): Promise<Candidates | undefined> {
  const long = words.filter((word) => countCharacters(word) >= leastLetters);
  if (long.length === 0) {
    const ids = sql`select id from search_text order by id desc limit ${mostRead}`;
    const { rows } = await sql`select 1 from search_text limit 1 offset ${mostRead}`.execute(db);
    return { ids, areFew: false, unsure: words, ...(rows.length > 0 && { newest: mostRead }) };
  }
  if (isPostgres(db)) return undefined;
  // lists of common words are long, and a rare word makes them needless
  const rare: string[] = [];
  for (const word of long) if (await isRare(db, phrase(word, columns))) rare.push(word);
  const sure = rare.length > 0 ? rare : long;
  const wanted = sure.map((word) => phrase(word, columns)).join(" AND ");
  // where many have the words, a page of them is found sooner along the list
  if (rare.length === 0 && !(await isRare(db, wanted))) return undefined;
  const ids = sql`select rowid from search_index where search_index match ${wanted}`;
  return { ids, areFew: true, unsure: words.filter((word) => !sure.includes(word)) };
}

async function isRare(db: Database, wanted: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from search_index where search_index match ${wanted} limit ${mostRare + 1})`.execute(db);
  return (rows[0]?.count ?? 0) <= mostRare;
}

/** As FTS5 reads it: the columns, and the letters as they are. */
function phrase(word: string, columns: readonly Searched[]): string {
  return `{${columns.join(" ")}} : "${word.replaceAll('"', '""')}"`;
}

/** More are not counted to the end. */
export async function countSome(db: Database, select: (most: number) => Expression<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${select(mostCounted + 1)}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}
