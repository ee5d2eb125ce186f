// Opens the embedded database: one file, one writing connection, every pragma set and then read back.
// What an acknowledged write promises rests on these settings and on durable.ts, so a wrong one stops the start.
import { closeSync, existsSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteAdapter, sql } from "kysely";
import { Refusal } from "#server/refusal.ts";
import { openDurable } from "./durable.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";
import { words } from "./words.ts";

export function openSqlite(file: string): Kysely<Tables> {
  try {
    if (file !== ":memory:") createPrivately(file);
    const database = new DatabaseSync(file);
    try {
      requireVersion(database);
      setPragmas(database, file === ":memory:");
    } catch (error) {
      database.close();
      throw error;
    }
    const durable = file === ":memory:" ? undefined : openDurable(file, database);
    return new Kysely({ dialect: new NodeSqliteDialect(database, durable) });
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal("cannot-start", words.cannotOpen(file), { cause });
  }
}

// Readable for this user only; the -wal and -shm files get the same mode. An existing file is not opened here, because
// closing it would release the locks of a connection that this process may already have.
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
}

/** Refuses a damaged file; "full" also compares every index with its table. PostgreSQL looks after itself. */
export async function checkIntegrity(db: Kysely<Tables>, depth: "quick" | "full" = "quick"): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  const [damage] = await findDamage(db, depth);
  if (damage !== undefined) throw new Refusal("cannot-start", words.damaged(damage.replaceAll(/\s+/g, " ")));
}

async function findDamage(db: Kysely<Tables>, depth: "quick" | "full"): Promise<string[]> {
  const check = depth === "quick" ? sql<Finding>`pragma quick_check(1)` : sql<Finding>`pragma integrity_check(1)`;
  try {
    const { rows } = await check.execute(db);
    return rows.flatMap((row) => Object.values(row)).filter((line) => line !== "ok");
  } catch (error) {
    // Damage in the wrong page ends the check itself.
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteCorrupt) return [error.message];
    throw error;
  }
}
type Finding = Record<string, string>;
const sqliteCorrupt = 11;

// name, what is written, what must be read back; temporary tables and the cache are for speed, the rest for safety
const pragmas: readonly (readonly [string, string, string | number])[] = [
  ["busy_timeout", "5000", 5000],
  ["journal_mode", "wal", "wal"],
  // the log is flushed by durable.ts
  ["synchronous", "normal", 1],
  ["wal_autocheckpoint", "0", 0],
  ["foreign_keys", "on", 1],
  ["trusted_schema", "off", 0],
  ["cell_size_check", "on", 1],
  ["mmap_size", "0", 0],
  ["temp_store", "memory", 2],
  ["cache_size", "-32768", -32768],
];

function setPragmas(database: DatabaseSync, isInMemory: boolean): void {
  for (const [name, written, expected] of pragmas) {
    if (isInMemory && (name === "journal_mode" || name === "mmap_size")) continue;
    database.exec(`pragma ${name} = ${written}`);
    const actual = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
    if (actual !== expected)
      throw new Refusal("cannot-start", words.pragmaRefused(`${name}=${written}`, String(actual)));
  }
}

// Older ones can lose a commit when the write-ahead log is reset.
const oldestSqlite = [3, 51, 3] as const;

function requireVersion(database: DatabaseSync): void {
  const version = String(database.prepare("select sqlite_version() as version").get()?.["version"]);
  const parts = version.split(".").map(Number);
  const step = oldestSqlite.findIndex((part, index) => part !== parts[index]);
  if (step >= 0 && (parts[step] ?? 0) < (oldestSqlite[step] ?? 0))
    throw new Refusal("cannot-start", words.sqliteTooOld(version, oldestSqlite.join(".")));
}
