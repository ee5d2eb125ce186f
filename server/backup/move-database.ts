// Copies all rows of an archive into the other kind of database and compares them row by row: all or nothing.
// The source is not changed.
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { holdDatabase } from "#server/database/listen.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { allowMinutes, checkCopy } from "./backup-database.ts";
import { copyRows, migrateAs, readMigrations, tables } from "./backup-rows.ts";
import { compareRows, type Compared } from "./compare-rows.ts";
import { words } from "./words.ts";

interface Move {
  /** The embedded database's file. */
  file: string;
  url: string;
}

export async function moveToPostgres({ file, url }: Move): Promise<Compared> {
  if (!existsSync(file)) throw new Refusal("bad-input", words.noEmbedded(file));
  await using _held = await holdDatabase(url);
  await using from = await openDatabase({ file });
  await using to = await openDatabase({ url });
  await shapeLike(from, to);
  return await from.transaction().execute((reading) =>
    to.transaction().execute(async (writing) => {
      await allowMinutes(writing);
      await copyRows(reading, writing);
      return compareRows(reading, writing);
    }),
  );
}

export async function moveToSqlite({ file, url }: Move): Promise<Compared> {
  if (existsSync(file)) throw new Refusal("bad-input", words.fileExists(file));
  await using _held = await holdDatabase(url);
  const part = `${file}.moving`;
  // what an interrupted move has left
  for (const end of ["", "-wal", "-shm"]) await rm(part + end, { force: true });
  const compared = await copyFromPostgres(url, part);
  await checkCopy(part);
  await rename(part, file);
  await using folder = await open(path.dirname(file), "r");
  await folder.sync();
  return compared;
}

async function copyFromPostgres(url: string, file: string): Promise<Compared> {
  await using from = await openDatabase({ url });
  await using to = await openDatabase({ file });
  await shapeLike(from, to);
  return await from
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (reading) => {
      await allowMinutes(reading);
      return to.transaction().execute(async (writing) => {
        await copyRows(reading, writing);
        return compareRows(reading, writing);
      });
    });
}

/** Tables as in the other, and in them nothing but what a new database holds. */
async function shapeLike(from: Database, to: Database): Promise<void> {
  const names = await readMigrations(from).catch((cause: unknown) => {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal("bad-input", words.nothingToMove, { cause });
  });
  await migrateAs(names, to).catch((cause: unknown) => {
    throw new Refusal("conflict", words.targetHasOther, { cause });
  });
  await using fresh = await openDatabase({ file: ":memory:" });
  await migrateAs(names, fresh);
  const there = new Set((await fresh.introspection.getTables()).map(({ name }) => name));
  for (const table of tables.filter((name) => there.has(name)))
    if ((await countRows(to, table)) !== (await countRows(fresh, table)))
      throw new Refusal("conflict", words.targetNotEmpty(table));
}

async function countRows(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}
