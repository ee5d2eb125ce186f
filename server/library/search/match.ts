// How words are found in search_text: any letters in a row, the same on both databases. PostgreSQL finds them by its index of three
// letters for "like"; SQLite has such an index, too, but only for questions of its own kind.
import { sql, type RawBuilder } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import { countCharacters } from "#server/library/title.ts";

export const searched = ["title", "description", "captions"] as const;
export type Searched = (typeof searched)[number];

/** What SQLite's index knows. */
const leastLetters = 3;
/** A word that is in more of them is not rare: looking at each of them would take long. */
const mostRare = 1000;
/** Where no index helps, no more are read. */
const mostRead = 10_000;

/** One of the columns has the word. */
export function hasWord(word: string, columns: readonly Searched[]): RawBuilder<boolean> {
  const ways = columns.map((column) => isLike(sql.ref(`search_text.${column}`), word));
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

export function isLike(column: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}

interface Candidates {
  /** Selects the ids of rows of search_text: all that have the words are among them, or of many the newest. */
  ids: RawBuilder<unknown>;
  areAll: boolean;
}

/** Where the words may be; undefined: PostgreSQL looks for itself. Whether they are there is asked again. */
export async function findCandidates(
  db: Database,
  words: readonly string[],
  columns: readonly Searched[],
): Promise<Candidates | undefined> {
  const long = words.filter((word) => countCharacters(word) >= leastLetters);
  if (long.length === 0)
    return { ids: sql`select id from search_text order by id desc limit ${mostRead}`, areAll: false };
  if (isPostgres(db)) return undefined;
  const phrases = long.map((word) => phrase(word, columns));
  // lists of common words are long, and a rare word makes them needless
  const rare: string[] = [];
  for (const one of phrases) if (await isRare(db, one)) rare.push(one);
  const wanted = (rare.length > 0 ? rare : phrases).join(" AND ");
  return {
    ids: sql`select rowid from search_index where search_index match ${wanted} order by rowid desc limit ${mostRare}`,
    areAll: rare.length > 0 || (await isRare(db, wanted)),
  };
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
