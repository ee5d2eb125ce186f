// A fresh, migrated database for a test, on either kind: describe.each(databaseKinds)("on %s", (kind) => …).
// Take it with `await using database = await openTestDatabase(kind)`; it is gone at the end of the block.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { templateDatabase } from "./set-up/global-setup.ts";
import { scaled } from "./proof.ts";

export const databaseKinds = ["sqlite", "postgres"] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** For a heavy test: on this one in `npm test`, on both in the long form. A rig of prove/ has to list its file. */
export const heavyKinds = (inShort: DatabaseKind): readonly DatabaseKind[] =>
  scaled(0, 1) === 1 ? databaseKinds : [inShort];

/** Where openDatabase finds it, for a test that opens it itself, perhaps more than once. */
type DatabasePlace = { file: string } | { url: string };

export interface TestDatabase extends AsyncDisposable {
  db: Database;
  place: DatabasePlace;
}

/** On SQLite it is in memory, unless a file is asked for so that it can be opened a second time. */
export async function openTestDatabase(kind: DatabaseKind, options: { inFile?: true } = {}): Promise<TestDatabase> {
  await using stack = new AsyncDisposableStack();
  const place =
    kind === "sqlite" && !options.inFile
      ? { file: ":memory:" }
      : stack.use(await createTestDatabase(kind, "migrated")).place;
  const db = stack.use(await openDatabase(place));
  if ("file" in place) await migrate(db);
  const kept = stack.move();
  return { db, place, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** A place for a database and nobody in it yet. An SQLite file is always empty: its first migrate() is quick. */
export async function createTestDatabase(
  kind: DatabaseKind,
  content: "empty" | "migrated",
): Promise<AsyncDisposable & { place: DatabasePlace }> {
  if (kind === "sqlite") {
    const folder = await mkdtemp(join(tmpdir(), "stagedoor-database-"));
    return {
      place: { file: join(folder, "stagedoor.db") },
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    };
  }
  const postgresUrl = await askForPostgres();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = content === "empty" ? "template1" : templateDatabase;
  await asAdmin(postgresUrl, (admin) =>
    sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin),
  );
  const url = new URL(postgresUrl);
  url.pathname = name;
  return {
    place: { url: url.href },
    [Symbol.asyncDispose]: () =>
      asAdmin(postgresUrl, (admin) => sql`drop database ${sql.id(name)} with (force)`.execute(admin)),
  };
}

async function askForPostgres(): Promise<string> {
  const answer = await fetch(inject("postgresDoor"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`PostgreSQL did not start: ${text}`);
  return text;
}

/** Without the time limits of the product: on a starved machine it takes as long as it takes. */
async function asAdmin(url: string, act: (admin: Database) => Promise<unknown>): Promise<void> {
  await using admin = await openDatabase({ url });
  await admin.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await act(connection);
  });
}

/** How the database would run a query, as text. */
export async function explain(
  db: Database,
  query: { sql: string; parameters: readonly unknown[] },
  kind: DatabaseKind,
): Promise<string> {
  const parts = query.sql.split(kind === "sqlite" ? "?" : /\$\d+/);
  const order = kind === "sqlite" ? [] : [...query.sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1);
  const values = parts.slice(1).map((_, index) => sql`${query.parameters[order[index] ?? index]}`);
  const asked = parts.flatMap((part, index) => [sql.raw(part), ...(values[index] ? [values[index]] : [])]);
  const { rows } = await sql<
    Record<string, unknown>
  >`${sql.raw(kind === "sqlite" ? "explain query plan " : "explain ")}${sql.join(asked, sql.raw(""))}`.execute(db);
  return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
}
