// What is needed after a disk has broken: a recent backup on another disk, and a copy of the master key.
import { stat } from "node:fs/promises";
import path from "node:path";
import type { CheckLine } from "#contract/check-up.ts";
import { findGap } from "#server/backup/offsite/run-target.ts";
import { findLastGood, findLastRun, findLastWithKey, type BackupRun } from "#server/backup/offsite/runs.ts";
import type { Parts } from "#server/parts.ts";
import { bad, good, warning } from "./line.ts";
import { keyFileOf, readRow } from "./saved.ts";
import { words } from "./words.ts";

const dayMs = 86_400_000;
/** One night may fail. */
const oldestMs = 3 * dayMs;
/** A scheduled one is due every day, and may take hours. */
const overdueMs = 1.5 * dayMs;

type KeepingParts = Pick<Parts, "db" | "clock" | "config" | "keys">;

export async function checkBackup(parts: Omit<KeepingParts, "keys">): Promise<CheckLine> {
  const { db, clock, config } = parts;
  if (config.backup.hour !== null) return checkSchedule(parts);
  const row = await readRow(db);
  const { backup_at: at, backup_place: place, backup_faults: faults } = await readNewest(db);
  const now = clock.now().getTime();
  if (row.backup_failed_at)
    return bad("backup", words.backupFailed(sayDay(row.backup_failed_at), row.backup_failure ?? ""));
  if (!at || !place) {
    // a new archive has a first night before this counts
    const isNew = now - (await readBirth(db, clock.now())).getTime() < oldestMs;
    return (isNew ? warning : bad)("backup", words.noBackup);
  }
  const day = sayDay(at);
  if (now - at.getTime() > oldestMs) return bad("backup", words.oldBackup(day, place));
  if (faults) return bad("backup", words.backupWithFaults(faults, place));
  if (await isOnSameDisk(place, config.dataDir)) return warning("backup", words.backupOnSameDisk(day, place));
  return good("backup", words.backup(day, place));
}

/** The newest backup, made by a command or by the schedule. */
async function readNewest(db: Parts["db"]) {
  const [row, run] = [await readRow(db), await findLastGood(db)];
  const isRun = run?.ended_at && (!row.backup_at || run.ended_at > row.backup_at);
  return isRun ? { backup_at: run.ended_at, backup_place: run.place, backup_faults: 0 } : row;
}

/** Where the server makes backups by itself, only those count. */
async function checkSchedule({ db, clock, config }: Omit<KeepingParts, "keys">): Promise<CheckLine> {
  const gap = findGap(config);
  if (gap !== null) return bad("backup", words.backupGap(gap));
  const [last, lastGood] = [await findLastRun(db), await findLastGood(db)];
  const trouble = last && last.id !== lastGood?.id && last.state !== "running" ? sayTrouble(last) : "";
  const at = lastGood?.ended_at;
  if (!at || !lastGood?.place) {
    const isNew = !trouble && clock.now().getTime() - (await readBirth(db, clock.now())).getTime() < oldestMs;
    return (isNew ? warning : bad)("backup", words.noScheduledBackup + trouble);
  }
  const [day, place] = [sayDay(at), lastGood.place];
  if (clock.now().getTime() - at.getTime() > overdueMs) return bad("backup", words.backupOverdue(day, place) + trouble);
  if (trouble) return bad("backup", words.backup(day, place) + trouble);
  const isLocal = lastGood.target === "folder" && (await isOnSameDisk(place, config.dataDir));
  if (isLocal) return warning("backup", words.backupOnSameDisk(day, place));
  return good("backup", [words.backup(day, place), lastGood.sentence ?? ""].join(" ").trim());
}

function sayTrouble({ began_at, sentence, state }: BackupRun): string {
  return ` ${words.backupTrouble(sayDay(began_at), state === "incomplete" ? "incomplete" : "failed", sentence ?? "")}`;
}

export async function checkKeyCopy({ db, config, keys }: Omit<KeepingParts, "clock">): Promise<CheckLine> {
  const { key_checksum: checksum, key_copied_at: at } = await readRow(db);
  if (checksum === keys.checksum && at !== null) return good("key-copy", words.keyCopied(sayDay(at)));
  const inBucket = config.backup.target === "bucket" ? await findLastWithKey(db) : undefined;
  if (inBucket?.ended_at) return good("key-copy", words.keyInBackup(sayDay(inBucket.ended_at), inBucket.place ?? ""));
  return bad("key-copy", words.noKeyCopy(keyFileOf(config)));
}

export function sayDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** When the first server of this archive started. */
async function readBirth(db: Parts["db"], now: Date): Promise<Date> {
  const row = await db
    .selectFrom("secret_setting")
    .select("changed_at")
    .where("name", "=", "key-check")
    .executeTakeFirst();
  return row?.changed_at ?? now;
}

/** False where the folder cannot be seen from here, as from another container. */
async function isOnSameDisk(place: string, dataDir: string): Promise<boolean> {
  try {
    const [backups, data] = await Promise.all([stat(path.dirname(place)), stat(dataDir)]);
    return backups.dev === data.dev;
  } catch {
    return false;
  }
}
