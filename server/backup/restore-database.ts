// Prepares the database of a backup next to the one in use: checked, migrated, and with its master key.
import { createReadStream, existsSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import path from "node:path";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { openKeyring } from "#server/keyring.ts";
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { Refusal } from "#server/refusal.ts";
import type { Progress } from "./backup.ts";
import { checkCopy } from "./backup-database.ts";
import { copyPieces, isSame } from "./backup-files.ts";
import { databaseName, type Backup } from "./manifest.ts";
import { restoringFolder } from "./restore-plan.ts";
import { noteRestored } from "#server/cleanup/rows.ts";
import { words } from "./words.ts";

export interface RestoreConfig {
  dataDir: string;
  databaseUrl: string | null;
  masterKeyFile: string | null;
  bucket?: BucketConfig | null;
}

export interface RestoreOptions {
  now: Date;
  /** Restores the rest when files of the backup are damaged. */
  skipsDamaged?: boolean;
  /** The master key is lost: forgets what it sealed, and everybody logs in again. */
  withoutKey?: boolean;
  onProgress?: (progress: Progress) => void;
}

export async function prepareDatabase(
  config: RestoreConfig,
  { database, manifest }: Backup,
  { now, withoutKey = false }: RestoreOptions,
): Promise<void> {
  const file = path.join(config.dataDir, restoringFolder, databaseName);
  for (const end of ["", "-wal", "-shm"]) await rm(file + end, { force: true });
  if (!existsSync(database) || !isSame(await copyPieces(createReadStream(database), file, () => {}), manifest.database))
    throw new Refusal("bad-input", words.databaseDamaged(database));
  await chmod(file, 0o600);
  {
    await using copy = await openDatabase({ file });
    await migrate(copy);
    if (withoutKey) await forgetSealed(copy);
    else await requireKey(copy, config);
    await noteRestored(copy, now);
  }
  await checkCopy(file);
}

/** Sealed tokens open with the key they were sealed with, and no backup holds it. */
async function requireKey(copy: Database, config: RestoreConfig): Promise<void> {
  const name = "key-check";
  const row = await copy.selectFrom("secret_setting").select("sealed").where("name", "=", name).executeTakeFirst();
  if (!row) return;
  const file = config.masterKeyFile ?? path.join(config.dataDir, "secrets", "master.key");
  if (existsSync(file) && openKeyring(config).unseal(row.sealed, name) !== undefined) return;
  throw new Refusal("bad-input", words.keyMissing(file));
}

/** Tokens encrypted with a lost key are useless, and would make logged-in members look like ones who disconnected. */
async function forgetSealed(copy: Database): Promise<void> {
  await copy.transaction().execute(async (trx) => {
    for (const table of ["provider_token", "secret_setting", "setting", "setup", "sign_in_state", "session"] as const)
      await trx.deleteFrom(table).execute();
  });
}
