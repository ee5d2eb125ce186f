// Rows from one database into another, whichever kind each is: how PostgreSQL is backed up and restored.
// A backup's database is always an SQLite file, so that it can be checked, and restored into either.
import { sql, type TableMetadata } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { migrations } from "#server/database/migration-list.ts";
import { isPostgres, type Database } from "#server/database/open.ts";
import type { Tables } from "#server/database/tables.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** Made from other tables: triggers and a job of the next start make it again. */
type Derived = "search_text";

/** Every other table, those that others refer to first. A table that is missing here does not compile. */
const order: Record<Exclude<keyof Tables, Derived>, null> = {
  member: null,
  identity: null,
  provider_token: null,
  entitlement: null,
  sign_in_state: null,
  session: null,
  invitation: null,
  guest: null,
  guest_decision: null,
  webhook_seen: null,
  secret_setting: null,
  audit: null,
  job: null,
  video: null,
  library: null,
  recording: null,
  asset: null,
  change: null,
  position: null,
  heard: null,
  heard_part: null,
  heard_report: null,
  listened: null,
  history_off: null,
  song: null,
  performance: null,
  performance_song: null,
  played_as: null,
  playlist: null,
  playlist_entry: null,
  playlist_change: null,
  collection: null,
  collection_entry: null,
  collection_picture: null,
  feed: null,
  feed_device: null,
  moment: null,
  screen: null,
  upload: null,
  brought: null,
  seen_file: null,
  retention: null,
  file_check: null,
  file_finding: null,
  setting: null,
  site_picture: null,
  setup: null,
  check_up: null,
  announced: null,
  notice: null,
  notice_delivery: null,
  trouble: null,
  notice_choice: null,
  live_stream: null,
  push_device: null,
  push_key: null,
  stream_key: null,
  broadcast: null,
  live_receiver: null,
  backup_run: null,
  backup_piece: null,
};
export const tables = Object.keys(order) as (keyof Tables)[];
const rowsAtOnce = 200;

/** The names of the migrations a database has had; refused when this program does not know one. */
export async function readMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown) throw new Refusal("cannot-start", words.newerDatabase(unknown.name));
  return rows.map(({ name }) => name);
}

/** Makes an empty database the shape of another that has had these migrations. */
export async function migrateAs(names: readonly string[], db: Database): Promise<void> {
  const some = Object.fromEntries(names.map((name) => [name, migrations[name] as unknown as Migration]));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => some } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Replaces every row of `to`, which has the same shape. Both are transactions: all of it, or nothing. */
export async function copyRows(from: Database, to: Database): Promise<number> {
  const present = new Map((await from.introspection.getTables()).map((table) => [table.name, table]));
  const copied = tables.flatMap((name) => present.get(name) ?? []);
  for (const { name } of copied.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
  let count = 0;
  for (const table of copied) {
    for await (const rows of readBatches(from, table.name as keyof Tables)) {
      await to
        .insertInto(table.name as keyof Tables)
        .values(rows.map((row) => writable(table, row)))
        .execute();
      count += rows.length;
    }
    if (table.columns.some(({ isAutoIncrementing }) => isAutoIncrementing)) await copyCounter(from, to, table.name);
  }
  return count;
}

export type Row = Record<string, unknown>;

async function* readBatches(db: Database, table: keyof Tables): AsyncGenerator<Row[]> {
  if (isPostgres(db)) {
    await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from copied`.execute(db);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`close copied`.execute(db);
    return;
  }
  let rows: Row[] = [];
  for await (const row of db.selectFrom(table).selectAll().stream()) {
    if (rows.push(row) < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** JSON is read as a value and written as a text. */
function writable({ columns }: TableMetadata, row: Row): Row {
  const written = { ...row };
  for (const { name, dataType, isNullable } of columns)
    if (dataType === "jsonb" && !(isNullable && row[name] === null)) written[name] = JSON.stringify(row[name]);
  return written;
}

/** Copies the counter of ids: an id that was given once is never given again. */
async function copyCounter(from: Database, to: Database, table: string): Promise<void> {
  const read = isPostgres(from)
    ? sql<{ last: number }>`select last_value as last from ${sql.table(`${table}_id_seq`)} where is_called`
    : sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`;
  const last = (await read.execute(from)).rows[0]?.last;
  if (isPostgres(to)) {
    // SQLite takes every integer key for a counting one; here those that do not count have no sequence
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last ?? 1}, ${last !== undefined})`.execute(to);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(to);
  if (last !== undefined) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(to);
}
