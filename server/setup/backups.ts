// Studio > Settings > Backups: the schedule, the target, and the key that backups are encrypted for.
import type { BackupKey, Backups, BackupsChange } from "#contract/backups.ts";
import { fingerprintOf, makeKeyPair } from "#server/backup/offsite/age.ts";
import { addBackupJob } from "#server/backup/offsite/daily.ts";
import { findGap } from "#server/backup/offsite/run-target.ts";
import { findLastGood, findLastRun, type BackupRun } from "#server/backup/offsite/runs.ts";
import { words as backupWords } from "#server/backup/offsite/words.ts";
import type { Config } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { settings, type SettingName } from "#server/settings.ts";
import { saveChange } from "./save-change.ts";
import { readStored, saveStored, type NewValues } from "./stored.ts";
import { words } from "./words.ts";

/** Every request has to end within 15 seconds. */
const patienceMs = 8_000;
const secretName = "BACKUP_S3_SECRET_ACCESS_KEY";
const texts = {
  name: "BACKUP_S3_BUCKET",
  endpoint: "BACKUP_S3_ENDPOINT",
  region: "BACKUP_S3_REGION",
  prefix: "BACKUP_S3_PREFIX",
  access_key_id: "BACKUP_S3_ACCESS_KEY_ID",
} as const satisfies Partial<Record<keyof BackupsChange, SettingName>>;

export async function describeBackups(parts: Parts): Promise<Backups> {
  const { config, db, settings: live } = parts;
  const { backup } = config;
  const stored = await readStored(parts);
  // what the environment sets is in no row, and only shown when the bucket is complete
  const inUse: Record<keyof typeof texts, string> = {
    name: backup.bucket?.name ?? "",
    endpoint: backup.bucket?.endpoint ?? "",
    region: backup.bucket?.region ?? "",
    prefix: backup.bucket?.prefix ?? "",
    access_key_id: backup.bucket?.accessKeyId ?? "",
  };
  const field = (name: keyof typeof texts) => ({
    value: live.isFixed(texts[name]) ? inUse[name] : (stored[texts[name]] ?? settings[texts[name]].fallback),
    is_fixed: live.isFixed(texts[name]),
  });
  const [last, lastGood] = [await findLastRun(db), await findLastGood(db)];
  return {
    hour: { value: backup.hour, is_fixed: live.isFixed("BACKUP_HOUR") },
    time_zone: config.timeZone,
    target: { value: backup.target, is_fixed: live.isFixed("BACKUP_TARGET") },
    folder: config.backupDir,
    program: backup.hook,
    bucket: {
      ...{ name: field("name"), endpoint: field("endpoint"), region: field("region") },
      ...{ prefix: field("prefix"), access_key_id: field("access_key_id") },
      has_secret: live.isFixed(secretName) || stored[secretName] !== undefined,
      is_secret_fixed: live.isFixed(secretName),
    },
    key: backup.recipient
      ? {
          recipient: backup.recipient,
          fingerprint: fingerprintOf(backup.recipient),
          is_fixed: live.isFixed("BACKUP_RECIPIENT"),
        }
      : null,
    gap: findGap(config),
    last: last ? describeRun(last) : null,
    last_good: lastGood ? describeRun(lastGood) : null,
  };
}

function describeRun({ id: _id, target: _target, began_at, ended_at, ...run }: BackupRun) {
  return { ...run, began_at: began_at.toISOString(), ended_at: ended_at?.toISOString() ?? null };
}

/** Returns the change's id, for Undo; null when nothing had to be changed. A bucket that cannot be used is refused. */
export async function changeBackups(parts: Parts, memberId: string, change: BackupsChange): Promise<string | null> {
  const values = readChange(change);
  const secret = change.secret_access_key || undefined;
  if (secret && parts.settings.isFixed(secretName)) throw new Refusal("conflict", words.fixed(secretName));
  const after = await parts.settings.preview({ ...values, ...(secret && { [secretName]: secret }) });
  const isAboutBucket = secret !== undefined || Object.values(texts).some((name) => values[name] !== undefined);
  if (after.backup.target === "bucket" && (isAboutBucket || parts.config.backup.target !== "bucket"))
    await requireBucket(after);
  if (secret) await parts.db.transaction().execute((trx) => saveStored(trx, parts, { [secretName]: secret }));
  return saveChange(parts, memberId, values);
}

/** The private key is in the answer only. */
export async function makeBackupKey(
  parts: Parts,
  memberId: string,
  { replace }: { replace: boolean },
): Promise<BackupKey> {
  if (parts.settings.isFixed("BACKUP_RECIPIENT")) throw new Refusal("conflict", backupWords.keyFixed);
  const { recipient: known } = parts.config.backup;
  if (known && !replace) throw new Refusal("conflict", backupWords.hasKey(fingerprintOf(known)));
  const { identity, recipient } = await makeKeyPair();
  await saveChange(parts, memberId, { BACKUP_RECIPIENT: recipient });
  return { identity, recipient, fingerprint: fingerprintOf(recipient) };
}

export async function runBackup(parts: Parts): Promise<void> {
  const gap = findGap(parts.config);
  if (gap !== null) throw new Refusal("conflict", gap);
  await addBackupJob(parts.db);
  parts.wake();
}

function readChange(change: BackupsChange): NewValues {
  const values: NewValues = {};
  if (change.hour !== undefined) values.BACKUP_HOUR = change.hour === null ? "" : String(change.hour);
  if (change.target !== undefined) values.BACKUP_TARGET = change.target;
  for (const [field, name] of Object.entries(texts) as [keyof typeof texts, (typeof texts)[keyof typeof texts]][]) {
    const text = change[field];
    if (text === undefined) continue;
    try {
      settings[name].parse(text || settings[name].fallback);
    } catch (error) {
      throw new Refusal("bad-input", words.wrongBackupField[field]((error as Error).message));
    }
    values[name] = text;
  }
  return values;
}

async function requireBucket({ backup: { bucket } }: Config): Promise<void> {
  if (!bucket) throw new Refusal("bad-input", backupWords.noBucket);
  // the bucket's code is larger than the rest of the server
  const { openVault } = await import("#server/media/store/vault.ts");
  await using _vault = await openVault(bucket, patienceMs);
}
