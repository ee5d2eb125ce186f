// The real server as a process that can be killed, with an emulator of the providers that goes on running.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { startEmulator } from "#emulator/emulator.ts";
import { isPostgres } from "#server/database/open.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import type { DatabaseKind } from "#server/testing/databases.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { childEnvironment } from "#server/testing/process.ts";
import { createPlace, openPlace, type OpenPlace, type Place } from "#server/testing/safe.ts";

export interface Stage extends AsyncDisposable {
  place: Place;
  url: string;
  env: Record<string, string>;
  /** Signs in by name, such as patron-editor; sessions survive the server. */
  signIn(persona: string): Promise<Browser>;
}

interface Running {
  child: ChildProcess;
  /** Resolves with false if it was killed before it answered. */
  ready: Promise<boolean>;
  ended: Promise<unknown>;
}

/** A server that has loaded its code and waits; it has not opened the archive yet. */
interface Waiting {
  begin(): Running;
  drop(): Promise<void>;
}

export async function openStage(kind: DatabaseKind): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await createPlace(kind));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const emulator = await startEmulator({ archiveUrl: url });
  stack.defer(() => emulator.close());
  const env = {
    ...childEnvironment,
    DATA_DIR: place.dataDir,
    MASTER_KEY_FILE: place.masterKeyFile,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    PORT: String(port),
    LOG_LEVEL: process.env["CRASH_LOG"] ?? "silent",
    DEMO_CONTENT: "off",
    LEAST_FREE_GB: "0",
    STAND_INS: JSON.stringify(emulator.settings),
  };
  const kept = stack.move();
  return {
    place,
    url,
    env,
    async signIn(persona) {
      const browser = createBrowser(url);
      await browser.signIn(persona);
      return browser;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

const program = `
  import { once } from "node:events";
  import { flushCompileCache } from "node:module";
  import { startArchive } from "#server/main.ts";
  await once(process, "message");
  await startArchive(process.env, { pageFolder: null, standIns: { settings: JSON.parse(process.env.STAND_INS) } });
  process.send("ready");
  flushCompileCache();`;

export function launch(stage: Pick<Stage, "env">): Running {
  return getReady(stage).begin();
}

/** Most of the start time is loading the code, which can happen while another server still runs. */
export function getReady({ env }: Pick<Stage, "env">): Waiting {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    env,
    stdio: ["ignore", process.env["CRASH_LOG"] ? "inherit" : "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  return {
    begin() {
      const ready = Promise.race([once(child, "message").then(() => true), ended.then(() => false)]);
      child.send("begin");
      return { child, ready, ended };
    },
    async drop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export async function kill({ child, ended }: Running): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

/** Opens the database, and waits until PostgreSQL has closed all connections of the killed server. */
export async function openAfterwards(place: Place): Promise<OpenPlace> {
  const open = await openPlace(place);
  if (!isPostgres(open.db)) return open;
  for (;;) {
    const { rows } = await sql<{
      others: number;
    }>`select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      open.db,
    );
    if (rows[0]?.others === 0) return open;
    await sleep(20);
  }
}
