// The last part of a restore: the current files are renamed into a restore point, and the prepared ones take their place.
// The plan on the disk says how far it is. After a crash no server starts until the next restore has finished it.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { migrate } from "#server/database/migrate.ts";
import { isPostgres, type Database } from "#server/database/open.ts";
import { syncFolder } from "#server/media/store/disk.ts";
import { markerKey } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { copyDatabase, loadIntoPostgres } from "./backup-database.ts";
import { databaseName } from "./manifest.ts";
import { words } from "./words.ts";

const Plan = z.strictObject({
  /** Which backup, for a person to read. */
  backup: z.string(),
  /** The name of the restore point. */
  point: z.string().regex(/^[\w.-]+$/),
  /** First everything goes away, then everything comes in. */
  phase: z.enum(["away", "in"]),
  /** False where files are in a bucket: there they were only added to. */
  hasFolder: z.boolean(),
});
type Plan = z.infer<typeof Plan>;

export interface Places {
  dataDir: string;
  /** The media folder, where links end. */
  media: string;
  /** PostgreSQL, where rows change and no file is renamed; null on SQLite. */
  db: Database | null;
}

export const restoringFolder = "restoring";
export const pointsFolder = "restore-points";

export async function writePlan(dataDir: string, plan: Plan): Promise<void> {
  const file = planFile(dataDir);
  await writeFile(`${file}.part`, JSON.stringify(plan), { flush: true });
  await rename(`${file}.part`, file);
  await syncFolder(path.dirname(file));
}

export async function findPlan(dataDir: string): Promise<Plan | undefined> {
  const file = planFile(dataDir);
  return existsSync(file) ? Plan.parse(JSON.parse(await readFile(file, "utf8"))) : undefined;
}

/** Called at the start of a server. */
export function requireNoHalfRestore(dataDir: string): void {
  if (existsSync(planFile(dataDir))) throw new Refusal("cannot-start", words.halfRestored);
}

export async function carryOut(places: Places, plan: Plan): Promise<void> {
  if (plan.phase === "away") {
    await putAway(places, plan);
    await writePlan(places.dataDir, { ...plan, phase: "in" });
  }
  await bringIn(places, plan);
  if (plan.hasFolder) await rm(path.join(places.media, restoringFolder), { recursive: true, force: true });
  await rm(planFile(places.dataDir));
  await syncFolder(path.dirname(planFile(places.dataDir)));
  await rm(path.join(places.dataDir, restoringFolder), { recursive: true, force: true });
}

async function putAway({ dataDir, media, db }: Places, { point, hasFolder }: Plan): Promise<void> {
  const away = await makeFolder(path.join(dataDir, pointsFolder, point));
  if (db) await keepRows(db, path.join(away, databaseName));
  else for (const end of ["-shm", "-wal", ""]) await move(dataDir, away, databaseName + end);
  await syncFolder(away);
  await syncFolder(dataDir);
  if (!hasFolder) return;
  const files = await makeFolder(path.join(media, pointsFolder, point));
  for (const name of await listMovable(media)) await move(media, files, name);
  await syncFolder(files);
  await syncFolder(media);
}

async function bringIn({ dataDir, media, db }: Places, { hasFolder }: Plan): Promise<void> {
  if (hasFolder) {
    const restoring = path.join(media, restoringFolder);
    for (const name of await listMovable(restoring)) await move(restoring, media, name);
    await syncFolder(media);
  }
  const restoring = path.join(dataDir, restoringFolder);
  if (db) await loadIntoPostgres(path.join(restoring, databaseName), db);
  else if (existsSync(path.join(restoring, databaseName))) {
    // left by a program that opened a database here meanwhile: SQLite would apply them to the restored one
    for (const end of ["-shm", "-wal"]) await rm(path.join(dataDir, databaseName + end), { force: true });
    await move(restoring, dataDir, databaseName);
  }
  await syncFolder(dataDir);
}

/** The rows as they are now, once: after a crash they may be the restored ones already. */
async function keepRows(db: Database, file: string): Promise<void> {
  if (!isPostgres(db) || existsSync(file)) return;
  await migrate(db);
  for (const end of ["", "-wal", "-shm"]) await rm(`${file}.part${end}`, { force: true });
  await copyDatabase(db, `${file}.part`);
  await rename(`${file}.part`, file);
}

async function listMovable(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => name === markerKey || /^[0-9a-z]{2}$/.test(name));
}

async function move(from: string, to: string, name: string): Promise<void> {
  if (existsSync(path.join(from, name))) await rename(path.join(from, name), path.join(to, name));
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function planFile(dataDir: string): string {
  return path.join(dataDir, restoringFolder, "plan.json");
}
