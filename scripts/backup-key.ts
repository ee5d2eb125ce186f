// npm run archive -- backup-key: makes the key pair that backups are encrypted for, and prints the recovery sheet.
import { fingerprintOf, makeKeyPair } from "#server/backup/offsite/age.ts";
import { placeOf } from "#server/media/store/vault.ts";
import { words as offsite } from "#server/backup/offsite/words.ts";
import { isFixed, readConfig, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openKeyring } from "#server/keyring.ts";
import { Refusal } from "#server/refusal.ts";
import { readStored, saveStored } from "#server/setup/stored.ts";
import { readLine } from "./commands.mjs";
import { openKept } from "./open-kept.ts";
import { words } from "./words.ts";

/** Only the public key is kept. */
export async function printBackupKey(args: readonly string[], environment: Environment): Promise<void> {
  if (isFixed(environment, "BACKUP_RECIPIENT")) throw new Refusal("bad-input", words.keyIsFixed);
  const given = readConfig(environment);
  await using parts = await openKept(given);
  await migrate(parts.db);
  const keys = openKeyring(given);
  const config = readConfig(environment, undefined, await readStored({ db: parts.db, keys }));
  const { recipient: known, bucket } = config.backup;
  if (known && !readLine("backup-key", args).flags["replace"])
    throw new Refusal("bad-input", offsite.hasKey(fingerprintOf(known)));
  const { identity, recipient } = await makeKeyPair();
  const clock = { now: () => new Date() };
  await parts.db.transaction().execute((trx) => saveStored(trx, { keys, clock }, { BACKUP_RECIPIENT: recipient }));
  const place = bucket ? placeOf(bucket) : words.noPlaceYet;
  const from = bucket ? placeOf(bucket) : "s3://…";
  const at = bucket?.endpoint ? ` --endpoint ${bucket.endpoint}` : "";
  const command = `stagedoor restore --from ${from} --key FILE${at}`;
  const about = { archive: config.name, identity, recipient, fingerprint: fingerprintOf(recipient), place, command };
  console.log(words.sheet(about));
}
