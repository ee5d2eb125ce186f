// npm run archive -- backup | restore | verify
import { readdirSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { readMigrations } from "#server/backup/backup-rows.ts";
import { backUp } from "#server/backup/backup.ts";
import { adoptRestoredKey, restoredKeyFile } from "#server/backup/offsite/restored-key.ts";
import { keyFileOf, noteBackup, noteBackupFailure } from "#server/checkup/saved.ts";
import { openBackup } from "#server/backup/manifest.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { saveFindings } from "#server/backup/verify-findings.ts";
import { describeFinding, verifyAll } from "#server/backup/verify.ts";
import { ownVersion, readConfig, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { Refusal } from "#server/refusal.ts";
import { readLine } from "./commands.mjs";
import { openFromBucket, sendBackup } from "./offsite.ts";
import { done, size, speed, trackBytes } from "./progress.ts";
import { openKept } from "./open-kept.ts";
import { words } from "./words.ts";

export async function keepBackup(args: readonly string[], environment: Environment): Promise<void> {
  const { words: named, flags } = readLine("backup", args);
  const config = readConfig(environment);
  const [place = config.backupDir] = named;
  if (flags["offsite"] || !place) return sendBackup(environment, ownVersion);
  const folder = path.resolve(place);
  if (isInside(config.dataDir, folder)) throw new Refusal("bad-input", words.insideData(folder));
  await using parts = await openKept(config);
  const began = performance.now();
  const report = await backUp(parts, folder, {
    now: new Date(),
    program: ownVersion,
    onProgress: trackBytes(words.copying),
  })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
      throw new Refusal("bad-input", words.cannotWrite(folder, userInfo().username), { cause: error });
    })
    .catch(async (error: unknown) => {
      const why = error instanceof Refusal ? error.message : words.backupFailed;
      if ((await readMigrations(parts.db)).includes("020-word"))
        await noteBackupFailure(parts.db, { at: new Date(), why });
      throw error;
    });
  const ms = performance.now() - began;
  // this program may be newer than the server, whose database is not changed
  if ((await readMigrations(parts.db)).includes("013-settings"))
    await noteBackup(parts.db, { at: new Date(), place: report.place, faults: report.faults.length });
  done(words.backupDone(report.place, report.files, size(report.bytes)));
  const time = `${seconds(ms)} (${speed(report.copiedBytes, ms)})`;
  console.log(words.backupCopied(report.copiedFiles, size(report.copiedBytes), time));
  console.log(words.keepKey(config.masterKeyFile ?? words.ownKey));
  if (report.faults.length === 0) return;
  console.error(words.backupIncomplete(report.faults.length));
  for (const { title, kind, fault } of report.faults) console.error(words.faultyFile(title, kind, fault));
  console.error(words.thenVerify);
  process.exitCode = 1;
}

export async function restoreFromBackup(
  args: readonly string[],
  environment: Environment,
  backupKey?: string,
): Promise<void> {
  const { words: named, values, flags } = readLine("restore", args);
  const config = readConfig(environment);
  await using bucket =
    values["from"] === undefined ? undefined : await openFromBucket(values, { environment, backupKey });
  const place = bucket?.open ?? readFolder(named, "restore");
  const began = performance.now();
  const keyed = bucket ? { ...config, masterKeyFile: restoredKeyFile(config.dataDir) } : config;
  const report = await restoreBackup(keyed, place, {
    now: new Date(),
    skipsDamaged: flags["skip-damaged"] ?? false,
    withoutKey: flags["without-key"] ?? false,
    onProgress: trackBytes(words.restoring),
  });
  await adoptRestoredKey(config.dataDir, keyFileOf(config), new Date());
  const ms = performance.now() - began;
  if (report.isFinished) done(words.restoreFinished(report.backup));
  else {
    done(words.restored(report.backup));
    const all = report.copiedBytes + report.sameBytes;
    const time = `${seconds(ms)} (${speed(all, ms)})`;
    console.log(words.restoredBytes(size(report.copiedBytes), size(report.sameBytes), time));
  }
  const points = report.restorePoints.filter((point) => readdirSync(point).length > 0);
  if (points.length > 0) console.log(words.restorePoint);
  for (const point of points) console.log(`  ${point}`);
  console.log(words.cleanupPaused);
  if (report.missing.length === 0) return;
  console.error(words.notRestored(report.missing.length));
  process.exitCode = 1;
}

export async function verifyFiles(
  args: readonly string[],
  environment: Environment,
  backupKey?: string,
): Promise<void> {
  const began = performance.now();
  const { words: named, values } = readLine("verify", args);
  if (values["from"] !== undefined) {
    await using bucket = await openFromBucket(values, { environment, backupKey });
    const { sentences, files } = await bucket.verify(trackBytes(words.reading));
    for (const sentence of sentences) done(sentence);
    conclude({ files, wrong: sentences.length, ms: performance.now() - began });
    return;
  }
  if (named.length > 0) {
    const backup = await openBackup(readFolder(named, "verify"));
    const sentences = await verifyBackup(backup, trackBytes(words.reading));
    for (const sentence of sentences) done(sentence);
    conclude({ files: backup.manifest.list.length, wrong: sentences.length, ms: performance.now() - began });
    return;
  }
  await using parts = await openKept(readConfig(environment));
  await migrate(parts.db);
  const clock = { now: () => new Date() };
  let wrong = 0;
  const { files, bytes } = await verifyAll(
    { ...parts, clock },
    async (id, findings) => {
      wrong += findings.length;
      for (const finding of findings) done(describeFinding(parts, finding));
      await saveFindings(parts.db, id, { findings, now: clock.now() });
    },
    {
      onProgress: trackBytes(words.reading),
      onWait: (error) => done(words.waiting(error instanceof Refusal ? error.message : words.databaseAway)),
    },
  );
  conclude({ files, wrong, bytes, ms: performance.now() - began });
}

function conclude({ files, wrong, bytes, ms }: { files: number; wrong: number; bytes?: number; ms: number }): void {
  const pace = bytes === undefined ? "" : ` (${size(bytes)})`;
  done(words.verified(files, pace, seconds(ms), wrong));
  if (wrong > 0) process.exitCode = 1;
}

function readFolder([folder]: readonly string[], command: string): string {
  if (folder === undefined) throw new Refusal("bad-input", words.nameFolder(command));
  return path.resolve(folder);
}

function isInside(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
