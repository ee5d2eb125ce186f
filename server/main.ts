// Builds the archive from its parts, starts it, and stops it in reverse.
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { addDemoPieces } from "./archive/demo/make.ts";
import { watchIncoming } from "./archive/incoming.ts";
import { archiveWork } from "./archive/work.ts";
import { readConfig, readEnvironment, type Config, type Environment } from "./config.ts";
import { migrate } from "./database/migrate.ts";
import { holdDataFolder } from "./database/one-server.ts";
import { openDatabase } from "./database/open.ts";
import { checkIntegrity } from "./database/sqlite.ts";
import { startStandIns } from "./demo.ts";
import { buildApp } from "./http/app.ts";
import { openKeyring } from "./keyring.ts";
import { openMedia } from "./media/media.ts";
import { requireSameKey } from "./member/key-check.ts";
import { recheckWork, roundWork } from "./member/work.ts";
import type { Clock, Parts } from "./parts.ts";
import { addJob } from "./queue/queue.ts";
import { startRunner } from "./queue/runner.ts";
import { Refusal } from "./refusal.ts";

export interface Archive extends AsyncDisposable {
  config: Config;
  parts: Parts;
}

export interface StartOptions {
  /** The folder of the built page; null serves the API alone. */
  pageFolder: string | null;
  clock?: Clock;
  /** Stand-ins that run already: the demo then starts none of its own. */
  standIns?: { settings: Environment };
}

const roundMs = 5 * 60_000;

export async function startArchive(environment: Environment, options: StartOptions): Promise<Archive> {
  await using stack = new AsyncDisposableStack();
  const given = readConfig(environment);
  stack.use(holdDataFolder(given.dataDir));
  await requireFreePort(given);
  const standIns = options.standIns ?? (given.demo ? stack.use(await startStandIns(given)) : null);
  const config = standIns ? readConfig(environment, standIns.settings) : given;

  const log = pino({ level: config.logLevel, base: null });
  const db = stack.use(
    await openArchiveDatabase(config, (error) => log.error({ err: error }, "a database connection was lost")),
  );
  // nobody else works on this data folder: what runs there was left by a server that died
  if (!config.databaseUrl)
    await db
      .updateTable("job")
      .set({ lease_until: new Date(0) })
      .where("state", "=", "running")
      .execute();
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  const parts: Parts = {
    config,
    log,
    db,
    keys: openKeyring(config),
    media: await openMedia(path.join(config.dataDir, "media"), { hasVideos }),
    clock: options.clock ?? { now: () => new Date() },
    wake: () => runners.forEach((runner) => runner.wake()),
  };
  await requireSameKey(parts);
  if (config.isHttps && config.trustedProxies.length === 0)
    log.warn("TRUSTED_PROXIES is empty: behind a proxy all clients count as one, and its limits are theirs together");
  // recordings have lanes of their own, so that no membership ever waits for an encoder; stopped, a step begins again
  const halfTheCores = Math.max(1, Math.floor(availableParallelism() / 2));
  const runners = [
    startRunner(db, recheckWork(parts), { log, concurrency: 4 }),
    startRunner(db, roundWork(parts), { log, concurrency: 1 }),
    startRunner(db, archiveWork(parts, "quick"), { log, concurrency: 2, graceMs: 2000 }),
    startRunner(db, archiveWork(parts, "slow"), { log, concurrency: halfTheCores, graceMs: 2000 }),
  ];
  stack.defer(() => Promise.all(runners.map((runner) => runner.close())).then(() => {}));

  const app = await buildApp(parts, options.pageFolder ? { pageFolder: options.pageFolder } : {});
  stack.defer(() => app.close());
  await app.listen({ host: config.host, port: config.port });

  const round = setInterval(() => void addRound(parts), roundMs);
  stack.defer(() => clearInterval(round));
  await addRound(parts);
  await addJob(db, { kind: "sweep-orphans", key: "start", payload: {}, priority: -10 });
  stack.use(await watchIncoming(parts, path.join(config.dataDir, "incoming")));
  if (config.demoContent) await addDemoPieces(parts);

  const running = stack.move();
  return { config, parts, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function addRound({ db, log, wake }: Parts): Promise<void> {
  try {
    await addJob(db, { kind: "sweep-members", key: "round", payload: {} });
    await addJob(db, { kind: "subscribe-to-twitch", key: "round", payload: {} });
    await addJob(db, { kind: "resume-preparing", key: "round", payload: {} });
    wake();
  } catch (error) {
    log.error({ err: error }, "the regular round could not be added; the next one is tried in its turn");
  }
}

async function openArchiveDatabase(config: Config, onError: (error: Error) => void) {
  if (config.databaseUrl) {
    const db = await openDatabase({ url: config.databaseUrl }, { onError });
    await migrate(db);
    return db;
  }
  const db = await openDatabase({ file: path.join(config.dataDir, "stagedoor.db") }, { onError });
  await checkIntegrity(db);
  await migrate(db);
  return db;
}

/** Before anything is written: a port that is taken is the commonest reason not to start. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === "EADDRINUSE"
          ? `Port ${port} is already in use. Stop what runs there, or set PORT to another one.`
          : `Cannot listen on ${host}:${port} (${cause.code}). Set HOST and PORT to an address this user may use.`;
      reject(new Refusal("cannot-start", sentence, { cause }));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function describeStart({ config }: Archive): string {
  const howTo = config.demo
    ? `This is the demo: local stand-ins answer for Patreon and Twitch.
  Log in as        a member     patron-gold or twitch-tier1
                   an editor    patron-editor
                   the owner    patron-owner`
    : `Log in with ${[config.patreon && "Patreon", config.twitch && "Twitch"].filter(Boolean).join(" or ")}.`;
  return `\n  ${config.name} is open:  ${config.publicUrl}\n\n  ${howTo}\n\n  Data is kept in  ${config.dataDir}\n  Stop with        Ctrl-C\n`;
}

async function main(): Promise<void> {
  const pageFolder = process.argv.includes("--api-only")
    ? null
    : fileURLToPath(new URL("../web/dist", import.meta.url));
  const archive = await startArchive(readEnvironment(process.cwd(), process.env), { pageFolder });
  console.log(describeStart(archive));

  let stoppingSince: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      // npm passes Ctrl-C on to us, who have it already; only a later one is impatience
      if (Date.now() - stoppingSince > 1000) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    archive.parts.log.info({ signal }, "stopping");
    archive[Symbol.asyncDispose]().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  for (const fault of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(fault, (error) => {
      archive.parts.log.fatal({ err: error }, fault);
      process.exit(1);
    });
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Refusal ? `\n  ${error.message}\n` : error);
  process.exit(1);
}

if (import.meta.main) await main().catch(fail);
