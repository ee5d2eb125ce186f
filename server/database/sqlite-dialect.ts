// Kysely on Node's own SQLite: one connection behind a queue, and rows that look exactly as PostgreSQL's do.
// Hides: statements kept ready, values by declared column type, transactions that take the write lock at once, and commits
// that are on the disk before anybody is told of them.
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDialectConfig,
  type SqliteStatement,
} from "kysely";
import { remember } from "#server/remember.ts";
import type { Durable } from "./durable.ts";
import { takeTurns } from "./turns.ts";

export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;
  readonly #durable: Durable | undefined;

  /** Without `durable` for a database in memory. */
  constructor(database: DatabaseSync, durable?: Durable) {
    super(adapt(database));
    this.#database = database;
    this.#durable = durable;
  }

  override createDriver(): SqliteDriver {
    return new OneConnectionDriver(this.#database, this.#durable);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class OneConnectionDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #durable: Durable | undefined;
  readonly #turns = takeTurns();
  readonly #written: Written;

  constructor(database: DatabaseSync, durable: Durable | undefined) {
    const written = { isWritten: false };
    super(adapt(database, written));
    this.#database = database;
    this.#durable = durable;
    this.#written = written;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return super.acquireConnection();
  }

  // Others go on while the disk is busy with what this one wrote; this one waits.
  override async releaseConnection(): Promise<void> {
    const { isWritten } = this.#written;
    this.#written.isWritten = false;
    this.#turns.give();
    if (isWritten) await this.#durable?.flush();
  }

  override async destroy(): Promise<void> {
    await this.#durable?.close();
    await super.destroy();
  }

  // A deferred `begin` that reads and then writes fails when another process wrote in between.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  // After a full disk SQLite has rolled back by itself, and a second rollback would hide the true error.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // Our driver queues for the connection itself, so that a wait can end in an error.
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // SQLite rolls back tables too; without this a crash inside a migration would leave half of it behind.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Whether anything was written since the connection was taken. */
interface Written {
  isWritten: boolean;
}

function adapt(database: DatabaseSync, written: Written = { isWritten: false }): SqliteDialectConfig {
  return { database: { close: () => database.close(), prepare: keepStatements(database, written) } };
}

const keptStatements = 500;

function keepStatements(database: DatabaseSync, written: Written): (sql: string) => SqliteStatement {
  const kept = remember<SqliteStatement>({ most: keptStatements });
  return (sql) => {
    const found = kept.find(sql);
    if (found) return found;
    if (/^\s*(create|alter|drop)\b/i.test(sql)) kept.forget();
    return kept.keep(sql, noting(wrapStatement(database.prepare(sql)), sql, written));
  };
}

const readsOnly = /^\s*(select|begin|commit|rollback|savepoint|release)\b|^\s*with\b(?!.*\b(insert|update|delete)\b)/is;
const changesRows = /^\s*(insert|update|delete|with)\b/i;

/** Notes every statement that may have written: jobs are looked for with an update that mostly changes nothing. */
function noting(statement: SqliteStatement, sql: string, written: Written): SqliteStatement {
  if (readsOnly.test(sql)) return statement;
  const tellsRows = changesRows.test(sql);
  const note = (changed: boolean): void => void (written.isWritten ||= changed || !tellsRows);
  return {
    reader: statement.reader,
    all(parameters) {
      const rows = statement.all(parameters);
      note(rows.length > 0);
      return rows;
    },
    run(parameters) {
      const done = statement.run(parameters);
      note(done.changes > 0);
      return done;
    },
    iterate(parameters) {
      note(true);
      return statement.iterate(parameters);
    },
  };
}

function wrapStatement(statement: StatementSync): SqliteStatement {
  const columns = statement.columns();
  const decoders = columns.flatMap(({ name, type }) => {
    const decode = type === null ? undefined : decodeByType[type.toLowerCase()];
    return decode ? [[name, decode] as const] : [];
  });
  const decodeRow = (row: Record<string, unknown>): Record<string, unknown> => {
    const decoded = { ...row };
    for (const [name, decode] of decoders) if (decoded[name] !== null) decoded[name] = decode(decoded[name]);
    return decoded;
  };
  return {
    reader: columns.length > 0,
    all: (parameters) => statement.all(...parameters.map(encode)).map(decodeRow),
    run: (parameters) => statement.run(...parameters.map(encode)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(encode))) yield decodeRow(row);
    },
  };
}

function encode(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return (value ?? null) as SQLInputValue;
}

// Only plain columns have a declared type: min(expires_at) comes back as the text it is stored as.
const decodeByType: Record<string, (value: unknown) => unknown> = {
  boolean: (value) => value !== 0,
  timestamptz: (value) => new Date(value as string),
  jsonb: (value) => JSON.parse(String(value)) as unknown,
  bytea: (value) => {
    const bytes = value as Uint8Array;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  },
};
