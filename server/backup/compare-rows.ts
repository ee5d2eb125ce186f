// Compares every row of two databases, whichever kind each is.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { isPostgres, type Database } from "#server/database/open.ts";
import type { Tables } from "#server/database/tables.ts";
import { Refusal } from "#server/refusal.ts";
import { tables, type Row } from "./backup-rows.ts";
import { words } from "./words.ts";

export interface Compared {
  rows: number;
  /** The checksum of all rows, each in its one spelling: the same for the same rows in any database. */
  sha256: string;
}

/** Refuses at the first difference. One of the two is SQLite; a PostgreSQL is given as a transaction. */
export async function compareRows(one: Database, other: Database): Promise<Compared> {
  const hash = createHash("sha256");
  let rows = 0;
  for (const table of tables) {
    const keys = await listKeys(isPostgres(one) ? other : one, table);
    const theirs = readInOrder(other, table, keys);
    for await (const row of readInOrder(one, table, keys)) {
      const spelled = spell(row);
      const next = await theirs.next();
      if (next.done || spell(next.value) !== spelled) throw differs(table, keys.map((key) => row[key]).join(", "));
      hash.update(`${table} ${spelled}\n`);
      rows += 1;
    }
    if (!(await theirs.next()).done) throw differs(table, words.oneTooMany);
  }
  return { rows, sha256: hash.digest("hex") };
}

function differs(table: string, row: string): Refusal {
  return new Refusal("conflict", words.copyDiffers(table, row));
}

async function listKeys(sqlite: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(sqlite);
  return rows.map(({ name }) => name);
}

const rowsAtOnce = 500;

/** The order is by bytes, as SQLite orders texts. */
async function* readInOrder(db: Database, table: keyof Tables, keys: readonly string[]): AsyncGenerator<Row> {
  if (!isPostgres(db)) {
    let query = db.selectFrom(table).selectAll();
    for (const key of keys) query = query.orderBy(sql.ref(key));
    yield* query.stream();
    return;
  }
  const types = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const isText = (key: string) => types.some(({ name, dataType }) => name === key && dataType === "text");
  const order = sql.join(keys.map((key) => (isText(key) ? sql`${sql.ref(key)} collate "C"` : sql.ref(key))));
  await sql`declare compared no scroll cursor for select * from ${sql.table(table)} order by ${order}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from compared`.execute(db);
    yield* rows;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close compared`.execute(db);
}

/** Sorted, because the order of keys in JSON may differ. */
function spell(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return `[${value.map(spell).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${spell(part)}`).join()}}`;
}
