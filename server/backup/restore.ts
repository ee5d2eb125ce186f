// Restores a backup. Everything is copied next to the current files and compared with the manifest; only when it is
// complete does it replace them. If it is interrupted, run it again.
import { existsSync } from "node:fs";
import { mkdir, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { holdDatabase } from "#server/database/listen.ts";
import { holdDataFolder } from "#server/database/one-server.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { nameByTime, openBackup, type Backup, type ListedFile } from "./manifest.ts";
import { prepareDatabase, type RestoreConfig, type RestoreOptions } from "./restore-database.ts";
import { fillBucket, prepareFolder } from "./restore-files.ts";
import { carryOut, findPlan, pointsFolder, restoringFolder, writePlan, type Places } from "./restore-plan.ts";
import { words } from "./words.ts";

interface RestoreReport {
  backup: string;
  /** An earlier run had prepared everything and was interrupted: this one finished it. */
  isFinished: boolean;
  restorePoints: string[];
  copiedBytes: number;
  /** Here already, byte for byte. */
  sameBytes: number;
  /** Not in the backup, or damaged there. */
  missing: ListedFile[];
}

export async function restoreBackup(
  config: RestoreConfig,
  place: string | ((dataDir: string) => Promise<Backup>),
  options: RestoreOptions,
): Promise<RestoreReport> {
  await using stack = new AsyncDisposableStack();
  stack.use(holdDataFolder(config.dataDir));
  if (config.databaseUrl) stack.use(await holdDatabase(config.databaseUrl));
  const db = config.databaseUrl ? stack.use(await openDatabase({ url: config.databaseUrl })) : null;
  const places = await findPlaces(config.dataDir, db);

  const unfinished = await findPlan(config.dataDir);
  if (unfinished) {
    await carryOut(places, unfinished);
    return { ...describe(places, unfinished), isFinished: true, copiedBytes: 0, sameBytes: 0, missing: [] };
  }
  const backup = typeof place === "string" ? await openBackup(place) : await place(config.dataDir);
  await mkdir(path.join(config.dataDir, restoringFolder), { recursive: true, mode: 0o700 });
  await prepareDatabase(config, backup, options);
  const fill = config.bucket ? fillBucket(config.bucket) : prepareFolder;
  const { damaged, ...copied } = await fill(places.media, backup, options.onProgress);
  if (damaged.length > 0 && !options.skipsDamaged) throw refuseDamaged(damaged, backup.media);

  const plan = {
    backup: `${backup.folder}/${backup.name}`,
    point: nameByTime(options.now),
    phase: "away",
    hasFolder: !config.bucket,
  } as const;
  await writePlan(config.dataDir, plan);
  await carryOut(places, plan);
  const absent = backup.manifest.list.filter(({ fault }) => fault !== undefined);
  return { ...describe(places, plan), isFinished: false, ...copied, missing: [...absent, ...damaged] };
}

/** The media folder may be a link to another disk: everything is renamed within the folder it leads to. */
async function findPlaces(dataDir: string, db: Database | null): Promise<Places> {
  const media = path.join(dataDir, "media");
  if (!existsSync(media)) {
    await rm(media, { force: true });
    await mkdir(media, { recursive: true });
  }
  return { dataDir, media: await realpath(media), db };
}

function describe({ dataDir, media }: Places, plan: { backup: string; point: string; hasFolder: boolean }) {
  const folders = plan.hasFolder ? [dataDir, media] : [dataDir];
  return { backup: plan.backup, restorePoints: folders.map((folder) => path.join(folder, pointsFolder, plan.point)) };
}

function refuseDamaged(damaged: readonly ListedFile[], media: string): Refusal {
  const some = damaged.slice(0, 10).map(({ videoId, kind }) => `\n  ${videoId} ${kind}`);
  return new Refusal(
    "bad-input",
    words.filesDamaged(damaged.length, media, `${some.join("")}${damaged.length > 10 ? "\n  …" : ""}`),
  );
}
