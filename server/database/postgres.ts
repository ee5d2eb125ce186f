// Opens a PostgreSQL given by DATABASE_URL: a pool of ten, sessions with limits, numbers as numbers.
// No message from here may contain the password of the address.
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { Refusal } from "#server/refusal.ts";
import type { Tables } from "./tables.ts";
import { words } from "./words.ts";

export async function openPostgres(url: string, onError: (error: Error) => void): Promise<Kysely<Tables>> {
  const address = addressOf(url);
  const pool = new pg.Pool({
    connectionString: address.href,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: "stagedoor",
    types: { getTypeParser },
  });
  // The pool replaces a connection that the server closes, but without a listener its error would end the process. The
  // pool itself repeats the errors of idle ones.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db);
    return db;
  } catch (cause) {
    await db.destroy();
    throw refuseConnection(url, cause);
  }
}

/** Why a first connection failed, in a sentence. */
export function refuseConnection(url: string, cause: unknown): Refusal {
  const { host, pathname } = addressOf(url);
  const { code = "", message = "" } = cause as { code?: string; message?: string };
  const isLate = /^(timeout|connection terminated)/i.test(message);
  const why = words.postgresReasons[code] ?? (isLate ? words.postgresTimeout : message || code);
  return new Refusal("cannot-start", words.postgresNotUsable(`${host}${pathname}`, why), { cause });
}

const sessionSettings = {
  synchronous_commit: "on",
  statement_timeout: "10s",
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "30s",
};

/** The address with the limits of every session of ours. */
export function addressOf(url: string): URL {
  // The error of `new URL` holds the whole address, so it is not kept as the cause.
  const address = URL.parse(url);
  if (!address || !/^postgres(ql)?:$/.test(address.protocol)) throw new Refusal("cannot-start", words.notAnAddress);
  const ours = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`);
  const theirs = address.searchParams.get("options");
  address.searchParams.set("options", [...(theirs ? [theirs] : []), ...ours].join(" "));
  return address;
}

// count() and sum() are numbers, as on SQLite; nothing here counts beyond 2^53.
const numberTypes = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>): (value: string) => unknown {
  return numberTypes.has(oid) ? Number : (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
}
