// What is needed after a disk has broken: a recent backup on another disk, and a copy of the master key.
import { stat } from "node:fs/promises";
import path from "node:path";
import type { CheckLine } from "#contract/check-up.ts";
import type { Parts } from "#server/parts.ts";
import { bad, good, warning } from "./line.ts";
import { keyFileOf, readRow } from "./saved.ts";
import { words } from "./words.ts";

const dayMs = 86_400_000;
/** One night may fail. */
const oldestMs = 3 * dayMs;

type KeepingParts = Pick<Parts, "db" | "clock" | "config" | "keys">;

export async function checkBackup({ db, clock, config }: Omit<KeepingParts, "keys">): Promise<CheckLine> {
  const row = await readRow(db);
  const { backup_at: at, backup_place: place, backup_faults: faults } = row;
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

export async function checkKeyCopy({ db, config, keys }: Omit<KeepingParts, "clock">): Promise<CheckLine> {
  const { key_checksum: checksum, key_copied_at: at } = await readRow(db);
  const isCopied = checksum === keys.checksum && at !== null;
  return isCopied ? good("key-copy", words.keyCopied(sayDay(at))) : bad("key-copy", words.noKeyCopy(keyFileOf(config)));
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
