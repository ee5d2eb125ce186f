// Builds the archive from its parts, starts it, and stops it in reverse.
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { addDemoRecordings } from "#server/intake/demo/add.ts";
import { watchIncomingInTurn } from "#server/intake/incoming/incoming.ts";
import type { IncomingWaits } from "#server/intake/incoming/waits.ts";
import { requireOwnStore } from "#server/backup/own-store.ts";
import { requireNoHalfRestore } from "#server/backup/restore-plan.ts";
import { addSearchWork, searchJob } from "#server/prepare/fill-search.ts";
import { addHearWork, hearJob } from "#server/prepare/hear-earlier.ts";
import { addJudgeWork } from "#server/prepare/judge-published.ts";
import { addBackupWork, backupJob, backupWork } from "#server/backup/offsite/daily.ts";
import { addVerifyWork } from "#server/backup/verify-nightly.ts";
import { archiveWork, cheapFirst } from "#server/work/runners.ts";
import { isAway, watchAvailability, type Availability } from "./away.ts";
import { readConfig, readEnvironment, type Config, type Environment } from "./config.ts";
import { holdDataFolder } from "./database/one-server.ts";
import { openArchiveDatabase } from "#server/database/migrate.ts";
import type { Database } from "./database/open.ts";
import { startStandIns } from "./demo.ts";
import { buildApp } from "./http/app.ts";
import { closeServer, requireFreePort } from "#server/http/load/server.ts";
import { openKeyring } from "./keyring.ts";
import { lookForDueMs, openDue } from "./library/open-due.ts";
import { startLive } from "./live/live.ts";
import { forgetCounts } from "./listening/count.ts";
import { noteVersion, readVersion } from "./library/version.ts";
import { dropUnfinished } from "./intake/take-in.ts";
import { openMedia } from "./media/media.ts";
import { requireSameKey } from "./member/key-check.ts";
import { forgetAllOlder, forgetOlder } from "./member/unsettled.ts";
import { recheckWork, roundWork } from "./member/work.ts";
import { repeat } from "./one-at-a-time.ts";
import type { Clock, Parts } from "./parts.ts";
import { alone } from "./queue/alone.ts";
import { ensurePushKeys } from "./notices/push-keys.ts";
import { addWatchWork, noticeWork, patience, watchJob } from "./notices/work.ts";
import { askTogether, endLeases } from "./queue/lease.ts";
import { addJob } from "./queue/queue.ts";
import { startRunner, type Runner } from "./queue/runner.ts";
import { Refusal } from "./refusal.ts";
import { readRole, requireRole, type Role } from "./role.ts";
import { addCheckUpWork, checkUpWork } from "#server/checkup/check-up.ts";
import { checkUpJob } from "./checkup/saved.ts";
import { getSetUpLink } from "./setup/link.ts";
import { openLiveConfig } from "./setup/live.ts";
import { readStored } from "./setup/stored.ts";
import { openWatching } from "#server/media/watching.ts";
import { words } from "./words.ts";

export interface Archive extends AsyncDisposable {
  config: Config;
  parts: Parts;
}

interface StartOptions {
  /** The folder of the built page; null serves the API alone. */
  pageFolder: string | null;
  role?: Role;
  clock?: Clock;
  /** Stand-ins that run already: the demo then starts none of its own. */
  standIns?: { settings: Environment };
  /** How long the folder incoming waits for writers, if not as usual. */
  incomingWaits?: Partial<IncomingWaits>;
  /** Where the log goes, if not to the standard output. */
  logTo?: DestinationStream;
  /** How long a connection may be idle, if not as usual. */
  keepAliveMs?: number;
}

const roundMs = 5 * 60_000;
const forgetMs = 3_600_000;

export async function startArchive(environment: Environment, options: StartOptions): Promise<Archive> {
  await using stack = new AsyncDisposableStack();
  const { role = "all" } = options;
  const given = readConfig(environment);
  requireRole(role, { ...given, demo: false });
  stack.use(holdDataFolder(given.dataDir, given.databaseUrl ? "shared" : "alone"));
  requireNoHalfRestore(given.dataDir);
  await requireFreePort(given);

  const outages: Availability[] = [];
  const log = pino({ level: given.logLevel, base: null, hooks: quietIn(outages) }, options.logTo ?? openLog());
  const db = stack.use(
    await openArchiveDatabase(given, (error) => log.error({ err: error }, "a database connection was lost")),
  );
  const database = stack.use(watchAvailability(() => sql`select 1`.execute(db)));
  const keys = openKeyring(given);
  const clock = options.clock ?? { now: () => new Date() };
  await requireSameKey({ db, keys, clock });
  const { demo } = readConfig(environment, undefined, await readStored({ db, keys }));
  requireRole(role, { ...given, demo: demo && !options.standIns });
  const standIns = options.standIns ?? (demo ? stack.use(await startStandIns(given)) : null);
  const live = await openLiveConfig({ db, keys }, { environment, standIns: standIns?.settings });
  const config = live.current();
  log.level = config.logLevel;
  // nobody else works on this data folder: what runs there was left by a server that died
  if (!config.databaseUrl) await endLeases(db);
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  const parts: Parts = {
    get config() {
      return live.current();
    },
    settings: {
      ...live,
      async reload() {
        await live.reload();
        forgetAllOlder(db);
      },
    },
    log,
    db,
    keys,
    media: stack.use(await openMedia(path.join(config.dataDir, "media"), { hasVideos, ...config })),
    clock,
    watching: openWatching(clock),
    wake: () => runners.forEach((runner) => runner.wake()),
  };
  const { health, backend } = parts.media.store;
  outages.push(database, health);
  database.onChange = sayChange(log, "the database");
  health.onChange = (event, outage) => {
    sayChange(log, backend.place)(event, outage);
    if (event !== "begins")
      addWatchWork(db).then(parts.wake, (error: unknown) => log.error({ err: error }, "nobody could be told"));
  };
  if (hasVideos) await requireOwnStore(parts);
  await dropUnfinished(parts);
  await ensurePushKeys(parts);
  const runners: Runner[] = [];
  if (config.databaseUrl) stack.use(await hearOthers(parts, config.databaseUrl));
  if (config.isHttps && config.trustedProxies.length === 0)
    log.warn("TRUSTED_PROXIES is empty: behind a proxy all clients count as one and share its limits");
  const { hasBubblewrap, hasPrlimit } = parts.media.tools.sandbox;
  if (!hasBubblewrap || !hasPrlimit)
    log.warn({ hasBubblewrap, hasPrlimit }, "ffmpeg runs without its whole sandbox; stagedoor check says what to do");
  if (role !== "web") runners.push(...startRunners(parts));
  stack.defer(() => Promise.all(runners.map((runner) => runner.close())).then(() => {}));

  // before anybody can ask
  await openDue(parts);
  const onLate = (error: unknown): void =>
    log.error({ err: error }, "early access could not be ended; it is tried again");
  stack.use(repeat(() => openDue(parts), { everyMs: lookForDueMs, onError: onLate }));

  let isDraining = false;
  const app = await buildApp(parts, {
    ...(options.pageFolder && { pageFolder: options.pageFolder }),
    isForMachinesOnly: role === "worker",
    isPreparedElsewhere: role === "web",
    isDraining: () => isDraining,
    ...(options.keepAliveMs && { keepAliveMs: options.keepAliveMs }),
  });
  stack.defer(() => closeServer(app));
  // a full listen backlog drops connections silently, and clients only try again after seconds
  await app.listen({ host: config.host, port: config.port, backlog: 4096 });

  if (role !== "web") {
    const onError = (error: unknown): void =>
      log.error({ err: error }, "the regular jobs could not be added; the next round tries again");
    stack.use(repeat(() => addRound(parts, "unless-just-done"), { everyMs: roundMs, onError }));
    await addRound(parts, "now").catch(onError);
    const onKept = (error: unknown): void =>
      log.error({ err: error }, "old figures of what is heard could not be deleted");
    stack.use(repeat(() => forgetCounts(parts), { everyMs: forgetMs, onError: onKept }));
    await addJob(db, { kind: "sweep-orphans", key: "start", payload: {}, priority: -10 });
    stack.use(await watchIncomingInTurn(parts, config.dataDir, options.incomingWaits));
    stack.use(await startLive(parts));
    if (config.demoContent) await addDemoRecordings(parts);
  }

  const running = stack.move();
  return {
    config,
    parts,
    async [Symbol.asyncDispose]() {
      isDraining = true;
      // other servers take over the jobs while this one still answers
      const handingOn = runners.map((runner) => runner.close());
      if (config.drainMs > 0) await new Promise((resolve) => setTimeout(resolve, config.drainMs));
      await Promise.all(handingOn);
      await running.disposeAsync();
    },
  };
}

/** An outage is written down when it begins and when it ends; what else fails because of it needs no line and no stack. */
function quietIn(outages: readonly Availability[]): NonNullable<LoggerOptions["hooks"]> {
  return {
    logMethod(given, write, level) {
      const [details, ...others] = given as unknown as [{ err?: unknown } | undefined, ...string[]];
      const error = typeof details === "object" ? details.err : undefined;
      if (level < this.levels.values["warn"]! || !isAway(error)) return write.apply(this, given);
      for (const outage of outages) outage.suspect();
      if (outages.some(({ outage }) => outage !== null)) return;
      write.apply(this, [{ ...details, err: undefined, why: String(error) }, ...others] as typeof given);
    },
  };
}

function sayChange(log: Logger, what: string): Availability["onChange"] {
  return (event, { since, cause }) => {
    if (event === "begins") log.error({ why: String(innermost(cause)) }, `${what} does not answer`);
    if (event === "over") log.info({ seconds: (Date.now() - since.getTime()) / 1000 }, `${what} answers again`);
  };
}

function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

/**
 * Lines are written in batches, because one at a time costs more than most answers, and a second later at the latest. pino's own
 * periodic flush would wake a server at rest every second.
 */
function openLog(): DestinationStream {
  const lines = pino.destination({ sync: false, minLength: 4096 });
  let isDue = false;
  const flush = () => {
    isDue = false;
    lines.flush();
  };
  const write = lines.write.bind(lines);
  lines.write = (line) => {
    if (!isDue) setTimeout(flush, 1000).unref();
    isDue = true;
    return write(line);
  };
  return lines;
}

/** Recordings have runners of their own, so that no membership check waits for an encoder; an interrupted step starts again. */
function startRunners(parts: Parts): Runner[] {
  const { db } = parts;
  const usual = { log: parts.log, isAnyDue: askTogether(db) };
  const halfTheCores = Math.max(1, Math.floor(availableParallelism() / 2));
  return [
    startRunner(db, recheckWork(parts), { ...usual, concurrency: 4 }),
    startRunner(db, alone(db, roundWork(parts), singletons), { ...usual, concurrency: 1 }),
    startRunner(db, alone(db, noticeWork(parts), singletons), { ...usual, concurrency: 4, ...patience }),
    startRunner(db, alone(db, { ...archiveWork(parts, "round"), ...checkUpWork(parts) }, singletons), {
      ...usual,
      concurrency: 1,
    }),
    // one that runs for hours makes nothing else wait
    startRunner(db, alone(db, backupWork(parts), singletons), { ...usual, concurrency: 1, graceMs: 2000 }),
    startRunner(db, alone(db, archiveWork(parts, "quick"), singletons), { ...usual, concurrency: 2, graceMs: 2000 }),
    startRunner(db, alone(db, archiveWork(parts, "slow"), singletons), {
      ...usual,
      // those who watch need the processor and the disk, too
      concurrency: () => (parts.watching.isNow() ? 1 : halfTheCores),
      graceMs: 2000,
      order: cheapFirst,
    }),
  ];
}

/** Once at a time, however many servers there are. */
const singletons = [
  "sweep-members",
  "subscribe-to-twitch",
  "resume-preparing",
  "sweep-orphans",
  "sweep-retention",
  "verify-files",
  "judge-published",
  searchJob,
  hearJob,
  backupJob,
  checkUpJob,
  watchJob,
];

/** Changes by other servers on the same PostgreSQL are known here at once, and not only at the next check. */
async function hearOthers({ db, log, wake, settings }: Parts, url: string): Promise<AsyncDisposable> {
  const readSettings = () =>
    settings
      .reload()
      .catch((error: unknown) =>
        log.error({ err: error }, "the stored settings could not be read; the old ones count"),
      );
  const { listenTo } = await import("./database/listen.ts");
  return listenTo(url, {
    onNotice(notice) {
      if (notice.about === "work") wake();
      else if (notice.about === "settings") void readSettings();
      else if (notice.about === "library") noteVersion(db, notice.version);
      else forgetOlder(db, notice.id);
    },
    onGap() {
      void readSettings();
      forgetAllOlder(db);
      wake();
      readVersion(db).then(
        (version) => noteVersion(db, version),
        (error: unknown) => log.error({ err: error }, "the library's version could not be read"),
      );
    },
    onError: (error) => log.error({ err: error }, "the connection that listens for changes was lost"),
  });
}

async function addRound(parts: Parts, when: "now" | "unless-just-done"): Promise<void> {
  const { db, clock, wake } = parts;
  if (when === "unless-just-done" && (await isRoundFresh(db))) return;
  await addJob(db, { kind: "sweep-members", key: "round", payload: {} });
  await addJob(db, { kind: "subscribe-to-twitch", key: "round", payload: {} });
  await addJob(db, { kind: "resume-preparing", key: "round", payload: {} });
  await addJob(db, { kind: "sweep-retention", key: "round", payload: {} });
  await addJudgeWork({ db });
  await addSearchWork({ db });
  await addHearWork({ db });
  if (when === "unless-just-done") {
    await addVerifyWork({ db, clock });
    await addBackupWork(parts);
    await addCheckUpWork(parts);
  }
  await addWatchWork(db);
  wake();
}

/** The first of several workers adds the round for all. */
async function isRoundFresh(db: Database): Promise<boolean> {
  const fresh = await db
    .selectFrom("job")
    .select("id")
    .where("finished_at", ">", new Date(Date.now() - roundMs * 0.9))
    .where("kind", "=", "sweep-members")
    .limit(1)
    .execute();
  return fresh.length > 0;
}

async function describeStart({ config, parts }: Archive, role: Role): Promise<string> {
  if (role === "worker")
    return `\n  ${words.workerRuns(config.name, `http://${config.host}:${config.port}/api/health`)}\n`;
  const providers = [...(config.patreon ? ["Patreon"] : []), ...(config.twitch ? ["Twitch"] : [])];
  const link = config.isSetUp ? null : words.setUpWith(await getSetUpLink(parts));
  const howTo = [config.demo ? words.demoLogins : null, link ?? words.logInWith(providers)]
    .filter(Boolean)
    .join("\n\n  ");
  const first = words.isRunning(config.name, config.publicUrl);
  return `\n  ${first}\n\n  ${howTo}\n\n  ${words.dataIn(config.dataDir)}\n  ${words.stopWith}\n`;
}

async function main(): Promise<void> {
  const pageFolder = process.argv.includes("--api-only")
    ? null
    : fileURLToPath(new URL("../web/dist", import.meta.url));
  const role = readRole(process.argv);
  const starting = startArchive(readEnvironment(process.cwd(), process.env), { pageFolder, role });

  let stoppingSince: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      // npm passes Ctrl-C on, so we get it twice; only a later one means "stop now"
      if (Date.now() - stoppingSince > 1000) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    // also while it starts: what has begun is ended as always
    starting
      .then((archive) => {
        archive.parts.log.info({ signal }, "stopping");
        return archive[Symbol.asyncDispose]();
      })
      .then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const archive = await starting;
  for (const fault of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(fault, (error) => {
      archive.parts.log.fatal({ err: error }, fault);
      process.exit(1);
    });
  }
  console.log(await describeStart(archive, role));
}

function fail(error: unknown): never {
  console.error(error instanceof Refusal ? `\n  ${error.message}\n` : error);
  process.exit(1);
}

if (import.meta.main) await main().catch(fail);
