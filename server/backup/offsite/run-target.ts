// Makes a backup to the target of the settings, one at a time, and records how it went.
import type { BackupOptions, BackupParts } from "#server/backup/backup.ts";
import { backUp } from "#server/backup/backup.ts";
import type { Config } from "#server/config.ts";
import { readMasterKey } from "#server/keyring.ts";
import { whileHeld } from "#server/queue/hold.ts";
import { Refusal } from "#server/refusal.ts";
import type { BucketReport } from "./back-up-bucket.ts";
import { runHook } from "./hook.ts";
import { beginRun, endRun, type BackupRun } from "./runs.ts";
import type { Sending } from "./send-file.ts";
import { words } from "./words.ts";

type Settings = Pick<Config, "backup" | "backupDir" | "dataDir" | "masterKeyFile" | "timeZone">;
type RunOptions = BackupOptions & Pick<Sending, "signal" | "pace">;

interface Made {
  place: string;
  files: number;
  bytes: number;
  sentBytes: number;
  checkedBytes: number;
  faults: number;
  notes: string[];
}

/** Returns what the run became; throws why it failed, after that is recorded. */
export async function runTarget(parts: BackupParts, config: Settings, options: RunOptions): Promise<Made> {
  const { db } = parts;
  const held = await whileHeld(db, { kind: "backup-held", key: "backup" }, async () => {
    const id = await beginRun(db, config.backup.target, options.now);
    try {
      const made = await makeBackup(parts, config, options);
      await endRun(db, id, describeRun(made));
      return made;
    } catch (error) {
      const sentence = error instanceof Refusal ? error.message : words.unexpected;
      // one that is stopped with its server goes on; it has not failed
      if (!options.signal?.aborted) await endRun(db, id, { state: "failed", ended_at: new Date(), sentence });
      throw error;
    }
  });
  if (!held) throw new Refusal("conflict", words.isRunning);
  return held.outcome;
}

/** Why the target cannot be used, before it is tried; null if it can. */
export function findGap({ backup, backupDir }: Pick<Config, "backup" | "backupDir">): string | null {
  if (backup.target === "bucket") return !backup.bucket ? words.noBucket : backup.recipient ? null : words.noKeyYet;
  if (backup.target === "program" && !backup.hook) return words.noHook;
  return backupDir ? null : words.noFolder;
}

async function makeBackup(parts: BackupParts, config: Settings, options: RunOptions): Promise<Made> {
  const { backup, backupDir } = config;
  const gap = findGap(config);
  if (gap !== null) throw new Refusal("conflict", gap);
  if (backup.target === "bucket" && backup.bucket && backup.recipient) {
    // the bucket's code is larger than the rest of the server
    const { backUpToBucket } = await import("./back-up-bucket.ts");
    const { bucket, recipient } = backup;
    const about = { bucket, recipient, masterKey: readMasterKey(config), timeZone: config.timeZone };
    const report = await backUpToBucket(parts, about, options);
    return { ...report, faults: report.faults.length, notes: listNotes(report) };
  }
  const folder = backupDir ?? "";
  const report = await backUp(parts, folder, options).catch((cause: NodeJS.ErrnoException) => {
    if (!["EACCES", "EROFS", "EPERM"].includes(cause.code ?? "")) throw cause;
    throw new Refusal("conflict", words.cannotWrite(folder), { cause });
  });
  if (backup.target === "program" && backup.hook)
    await runHook(backup.hook, { folder, place: report.place, signal: options.signal });
  return { ...report, sentBytes: report.copiedBytes, checkedBytes: 0, faults: report.faults.length, notes: [] };
}

function listNotes({ damaged, lostPieces, pruned, keepsVersions, protection }: BucketReport): string[] {
  return [
    ...(damaged > lostPieces ? [words.healed(damaged - lostPieces)] : []),
    ...(lostPieces > 0 ? [words.lostPieces(lostPieces)] : []),
    ...(pruned.unknown.length > 0 ? [words.notPruned] : []),
    ...(protection ? [protection.isRenewed ? words.locked(protection.days) : words.notLocked] : []),
    ...(keepsVersions === false ? [words.noVersions] : []),
  ];
}

function describeRun(made: Made): Partial<BackupRun> {
  const sentences = [...(made.faults > 0 ? [words.lacksFiles(made.faults)] : []), ...made.notes];
  return {
    state: made.faults > 0 ? "incomplete" : "good",
    ended_at: new Date(),
    place: made.place,
    sentence: sentences.join(" ") || null,
    files: made.files,
    bytes: made.bytes,
    sent_bytes: made.sentBytes,
    checked_bytes: made.checkedBytes,
  };
}
