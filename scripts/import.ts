// npm run archive -- import <files or folders>: adds recordings from the command line, while the server is running or not.
// Safe to stop and to run again: files that were added before are recognised by their content.
import { existsSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { fold } from "#contract/search/fold.ts";
import { requireNoHalfRestore } from "#server/backup/restore-plan.ts";
import { readConfig, type Config, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { readDate, type Description } from "#server/intake/describe-intake.ts";
import { findOne, walkFolder, type FoundRecording, type LeftOut } from "#server/intake/folder/walk.ts";
import { readReport, writeReport, type Correction } from "#server/intake/import/report.ts";
import { dropUnfinished } from "#server/intake/take-in.ts";
import { openMedia } from "#server/media/media.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { findStored } from "#server/setup/stored.ts";
import { Refusal } from "#server/refusal.ts";
import { readLine } from "./commands.mjs";
import { printPlan, runImport } from "./import-run.ts";
import { words } from "./words.ts";

export async function importRecordings(args: readonly string[], environment: Environment): Promise<void> {
  const { words: places, values, flags } = readLine("import", args);
  const found = await findAll(places);
  if (found.recordings.length === 0) throw new Refusal("bad-input", words.nothingFound);
  const said = readSaid(
    { title: values["title"], date: values["date"], hidden: flags["hidden"] },
    found.recordings.length,
  );
  const corrections = values["from"] === undefined ? undefined : await readCorrections(values["from"]);
  const chosen = chooseListed(found.recordings, corrections);
  const config = readConfig(environment);
  requireNoHalfRestore(config.dataDir);
  await using stack = new AsyncDisposableStack();

  if (flags["dry-run"] || values["report"] !== undefined) {
    const db = await openExisting(config);
    if (db) stack.use(db);
    const { timeZone: zone, smallerSizes, hidesNew } = db ? await readLive(db, environment) : config;
    const parts = { tools: await openTools(), db, zone, smallerSizes, hidesNew };
    const plans = await printPlan(parts, chosen, { said, corrections });
    if (values["report"] !== undefined) {
      await writeFile(values["report"], writeReport(plans, zone));
      console.log(words.reportWritten(values["report"]));
    }
    sayLeftOut(found.leftOut);
    console.log(words.dryRun);
    if (plans.some(({ state }) => state === "refused")) process.exitCode = 1;
    return;
  }
  await mkdir(config.dataDir, { recursive: true });
  const db = stack.use(await openDatabase(placeOf(config)));
  await migrate(db);
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  const media = stack.use(await openMedia(path.join(config.dataDir, "media"), { hasVideos, bucket: config.bucket }));
  const live = await readLive(db, environment);
  const parts = { db, media, config: live, clock: { now: () => new Date() }, wake: () => {} };
  await dropUnfinished(parts);
  const level = values["level"] === undefined ? undefined : findLevel(live, values["level"]);
  const [update = false, move = false, link = false] = [flags["update"], flags["move"], flags["link"]];
  const isComplete = await runImport(parts, chosen, { said, corrections, update, move, level, mayLink: link || move });
  sayLeftOut(found.leftOut);
  if (!isComplete) process.exitCode = 1;
}

function readSaid(
  values: { title?: string | undefined; date?: string | undefined; hidden?: boolean | undefined },
  count: number,
): Description {
  if (values.title !== undefined && count > 1) throw new Refusal("bad-input", words.oneTitle);
  const date = values.date === undefined ? undefined : readDate(values.date);
  if (values.date !== undefined && !date) throw new Refusal("bad-input", words.dateFormat);
  return {
    ...(values.title !== undefined && { title: values.title }),
    ...date,
    ...(values.hidden && { hidden: true }),
  };
}

function sayLeftOut(leftOut: readonly LeftOut[]): void {
  if (leftOut.length > 0) console.log(words.leftOut(leftOut.length));
  for (const { place, why } of leftOut) console.log(`    ${words.leftOutFile(place, why)}`);
}

async function findAll(places: readonly string[]): Promise<{ recordings: FoundRecording[]; leftOut: LeftOut[] }> {
  const all = { recordings: [] as FoundRecording[], leftOut: [] as LeftOut[] };
  for (const place of places) {
    const there = await stat(place).catch((cause: NodeJS.ErrnoException) => {
      throw new Refusal("bad-input", cannotReach(place, cause), { cause });
    });
    const { recordings, leftOut } = there.isFile()
      ? { recordings: [await findOne(place)], leftOut: [] }
      : await walkFolder(place);
    all.recordings.push(...recordings);
    all.leftOut.push(...leftOut);
  }
  return all;
}

function cannotReach(place: string, { code }: NodeJS.ErrnoException): string {
  return code === "EACCES" ? words.placeNotReadable(place, userInfo().username) : words.notThere(place);
}

async function readCorrections(file: string): Promise<Map<string, Correction>> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new Refusal("bad-input", cannotReach(file, cause), { cause });
  });
  return readReport(bytes, file);
}

/** A table: only what is in it is imported. */
function chooseListed(
  recordings: readonly FoundRecording[],
  corrections: ReadonlyMap<string, Correction> | undefined,
): FoundRecording[] {
  if (!corrections) return [...recordings];
  const places = new Set(recordings.map(({ place }) => place));
  const gone = [...corrections.keys()].filter((place) => !places.has(place));
  if (gone.length > 0) throw new Refusal("bad-input", words.listedButGone(gone));
  const chosen = recordings.filter(({ place }) => corrections.has(place));
  if (chosen.length < recordings.length) console.log(words.notListed(recordings.length - chosen.length));
  return chosen;
}

function placeOf({ databaseUrl, dataDir }: Config) {
  return databaseUrl ? { url: databaseUrl } : { file: path.join(dataDir, "stagedoor.db") };
}

/** The settings with what the owner has chosen in the studio. */
async function readLive(db: Database, environment: Environment): Promise<Config> {
  const names = ["NEW_RECORDINGS", "SMALLER_SIZES", "TIME_ZONE", "STANDARD_LEVEL", "LEVELS", "NEW_LEVEL"] as const;
  const stored = await Promise.all(names.map(async (name) => [name, await findStored(db, name)] as const));
  return readConfig(environment, undefined, Object.fromEntries(stored.filter(([, value]) => value !== undefined)));
}

/** Finds a level by its name or id; null is the standard. */
function findLevel({ levels: { standardName, above } }: Config, wanted: string): string | null {
  const all = [{ id: null, name: standardName }, ...above];
  const level = all.find(({ id, name }) => id === wanted || fold(name) === fold(wanted));
  if (level) return level.id;
  throw new Refusal("bad-input", words.noSuchLevel(wanted, all.map(({ name }) => name).join(", ")));
}

/** A dry run makes no archive where there is none. */
async function openExisting(config: Config): Promise<(Database & AsyncDisposable) | undefined> {
  const place = placeOf(config);
  return "file" in place && !existsSync(place.file) ? undefined : openDatabase(place);
}
