// Listens for changes that other processes commit to a shared PostgreSQL, on a connection of its own.
// It only makes things faster. When it breaks it reconnects, and reports that changes may have been missed.
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { Refusal } from "#server/refusal.ts";
import { addressOf, refuseConnection } from "./postgres.ts";
import { words } from "./words.ts";

type Notice =
  | { about: "library"; version: number }
  | { about: "work" }
  | { about: "settings" }
  /** A member's id or an identity's. */
  | { about: "person"; id: string };

interface Hearing {
  onNotice(notice: Notice): void;
  /** Changes may have been missed: caches must be refreshed. */
  onGap(): void;
  onError(error: Error): void;
}

/** Held (shared) by every server on this database, and exclusively while the database is moved. */
const serverLock = 7_836_001;
const longestPauseMs = 2000;
const checkMs = 10_000;

export async function listenTo(url: string, hearing: Hearing): Promise<AsyncDisposable> {
  const stopping = new AbortController();
  let client = await connect(url, hearing);
  const keepUp = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await ended(client, stopping.signal);
      if (stopping.signal.aborted) break;
      for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          client = await connect(url, hearing);
          hearing.onGap();
          break;
        } catch (error) {
          hearing.onError(error as Error);
          await pause(pauseMs, stopping.signal);
          if (stopping.signal.aborted) return;
        }
      }
    }
  };
  const keepingUp = keepUp();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await keepingUp;
      await client.end().catch(() => undefined);
    },
  };
}

/** Holds the database for one who moves it; a server that uses it, or starts meanwhile, is refused. */
export async function holdDatabase(url: string): Promise<AsyncDisposable> {
  const client = newClient(url);
  client.on("error", () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw refuseConnection(url, cause);
  });
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [serverLock]);
  if (!rows[0]?.held) {
    await client.end();
    throw new Refusal("cannot-start", words.databaseInUse);
  }
  return { [Symbol.asyncDispose]: () => client.end() };
}

async function connect(url: string, hearing: Hearing): Promise<pg.Client> {
  const client = newClient(url);
  client.on("error", hearing.onError);
  client.on("notification", ({ payload = "" }) => {
    const notice = readNotice(payload);
    if (notice) hearing.onNotice(notice);
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock_shared($1) as held", [
      serverLock,
    ]);
    if (!rows[0]?.held) throw new Refusal("cannot-start", words.beingMoved);
    await client.query("listen stagedoor");
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function newClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: addressOf(url).href,
    application_name: "stagedoor listening",
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    keepAlive: true,
  });
}

function readNotice(payload: string): Notice | undefined {
  const [about, what = ""] = payload.split(" ");
  if (about === "work" || about === "settings") return { about };
  if (about === "person") return { about, id: what };
  return about === "library" ? { about, version: Number(what) } : undefined;
}

/** A connection may be dead without an error, so it is checked regularly. */
async function ended(client: pg.Client, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => resolve();
  const ask = setInterval(() => void client.query("select 1").catch(leave), checkMs);
  client.once("end", leave);
  client.once("error", leave);
  signal.addEventListener("abort", leave);
  await promise;
  signal.removeEventListener("abort", leave);
  clearInterval(ask);
  if (!signal.aborted) void client.end().catch(() => undefined);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
