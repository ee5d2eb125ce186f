// npm run archive -- backup --offsite, and restore or verify with --from s3://…
import { readFileSync } from "node:fs";
import path from "node:path";
import { readKeyFile } from "#server/backup/offsite/age.ts";
import { openBucketBackup } from "#server/backup/offsite/open-bucket-backup.ts";
import { runTarget } from "#server/backup/offsite/run-target.ts";
import { openVault, type VaultConfig } from "#server/media/store/vault.ts";
import { verifyBucket } from "#server/backup/offsite/verify-bucket.ts";
import type { Backup } from "#server/backup/manifest.ts";
import type { Progress } from "#server/backup/backup.ts";
import { readConfig, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openKeyring } from "#server/keyring.ts";
import { Refusal } from "#server/refusal.ts";
import { settings } from "#server/settings.ts";
import { readStored } from "#server/setup/stored.ts";
import { openKept } from "./open-kept.ts";
import { done, size, trackBytes } from "./progress.ts";
import { words } from "./words.ts";

type BucketValues = Partial<Record<"from" | "backup" | "endpoint" | "region", string | undefined>>;

/** Opens the target of the settings, also of those that were made in the studio. */
export async function sendBackup(environment: Environment, program: string): Promise<void> {
  const given = readConfig(environment);
  await using parts = await openKept(given);
  await migrate(parts.db);
  const config = readConfig(environment, undefined, await readStored({ db: parts.db, keys: openKeyring(given) }));
  const began = performance.now();
  const onProgress = trackBytes(words.copying);
  const made = await runTarget(parts, config, { now: new Date(), program, onProgress });
  done(words.offsiteDone(made.place, made.files, size(made.bytes)));
  const time = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.log(words.offsiteSent(size(made.sentBytes), size(made.checkedBytes), time));
  for (const note of made.notes) console.log(note);
  if (made.faults === 0) return;
  console.error(words.offsiteLacks(made.faults));
  process.exitCode = 1;
}

interface FromBucket extends AsyncDisposable {
  open(dataDir: string): Promise<Backup>;
  verify(onProgress: (progress: Progress) => void): Promise<{ sentences: string[]; files: number }>;
}

/** What is in the file after --key. */
export function readBackupKey(args: readonly string[]): string | undefined {
  const at = args.findIndex((word) => word === "--key" || word.startsWith("--key="));
  const file = args[at]?.startsWith("--key=") ? args[at].slice("--key=".length) : args[at + 1];
  return at < 0 || file === undefined ? undefined : readText(file);
}

interface Given {
  environment: Environment;
  backupKey: string | undefined;
}

/** Needs nothing but the bucket and the key: the settings of a new machine are empty. */
export async function openFromBucket(values: BucketValues, { environment, backupKey }: Given): Promise<FromBucket> {
  if (values.from === undefined || backupKey === undefined) throw new Refusal("bad-input", words.fromUsage);
  const key = await readKeyFile(backupKey);
  const vault = await openVault(readPlace(values, environment));
  const opening = { vault, key, ...(values.backup !== undefined && { name: values.backup }) };
  return {
    open: (dataDir) => openBucketBackup(opening, dataDir),
    verify: (onProgress) => verifyBucket(opening, onProgress),
    [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose](),
  };
}

function readPlace({ from = "", endpoint, region }: BucketValues, environment: Environment): VaultConfig {
  const [, name, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(from) ?? [];
  if (name === undefined) throw new Refusal("bad-input", words.wrongPlace(from));
  const secretFile = environment["BACKUP_S3_SECRET_ACCESS_KEY_FILE"];
  const accessKeyId = environment["BACKUP_S3_ACCESS_KEY_ID"];
  const secretAccessKey = secretFile ? readText(secretFile).trim() : environment["BACKUP_S3_SECRET_ACCESS_KEY"];
  if (!accessKeyId || !secretAccessKey) throw new Refusal("bad-input", words.bucketKeysMissing);
  const where = settings.BACKUP_S3_ENDPOINT.parse(endpoint ?? environment["BACKUP_S3_ENDPOINT"] ?? "");
  const zone = region ?? (environment["BACKUP_S3_REGION"] || settings.BACKUP_S3_REGION.fallback);
  return {
    ...{ endpoint: where, region: zone, name, accessKeyId, secretAccessKey },
    prefix: settings.BACKUP_S3_PREFIX.parse(prefix),
    origin: where ? new URL(where).origin : `https://${name}.s3.${zone}.amazonaws.com`,
  };
}

function readText(file: string): string {
  try {
    return readFileSync(path.resolve(file), "utf8");
  } catch (cause) {
    throw new Refusal("bad-input", words.keyFileMissing(file), { cause });
  }
}
