// An archive with a bucket for its encrypted backups, small pieces, and ways to damage what is in the bucket.
import { readFile } from "node:fs/promises";
import { backUpToBucket, type BucketReport } from "#server/backup/offsite/back-up-bucket.ts";
import { makeKeyPair, type KeyPair } from "#server/backup/offsite/age.ts";
import { openBucketBackup } from "#server/backup/offsite/open-bucket-backup.ts";
import { adoptRestoredKey, restoredKeyFile } from "#server/backup/offsite/restored-key.ts";
import { openVault, type Vault, type VaultConfig } from "#server/media/store/vault.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import type { OpenPlace, Place } from "#server/testing/safe.ts";

export interface Offsite extends AsyncDisposable {
  key: KeyPair;
  bucket: VaultConfig;
  vault: Vault;
  keep(
    open: OpenPlace,
    place: Place,
    options?: { now?: Date; share?: number; signal?: AbortSignal },
  ): Promise<BucketReport>;
  /** Everything in the bucket, by its key. */
  listAll(): Promise<string[]>;
  flip(key: string, bit: number): Promise<void>;
}

/** Small enough for files of several pieces, large enough for a database of few. */
export const pieceBytes = 250_000;

export async function openOffsite(bucket: VaultConfig): Promise<Offsite> {
  const key = await makeKeyPair();
  const vault = await openVault(bucket);
  return {
    ...{ key, bucket, vault },
    async keep(open, place, { now = new Date(), share = 1, signal } = {}) {
      const masterKey = await readFile(place.masterKeyFile);
      const about = { bucket, recipient: key.recipient, masterKey, timeZone: "UTC", pieceBytes, share };
      return backUpToBucket(open, about, { now, program: "test", signal });
    },
    listAll: async () => [...(await vault.list("")).keys()].toSorted(),
    async flip(name, bit) {
      const body = (await vault.find(name)) ?? Buffer.alloc(0);
      const at = Math.floor(bit / 8) % body.length;
      body[at] = (body[at] ?? 0) ^ (1 << (bit % 8));
      await vault.put(name, body);
    },
    [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose](),
  };
}

export async function restoreFrom(
  { vault }: Pick<Offsite, "vault">,
  place: Place,
  options: { key: KeyPair; name?: string; now?: Date },
) {
  const now = options.now ?? new Date();
  const open = (dataDir: string) => openBucketBackup({ vault, key: options.key, name: options.name }, dataDir);
  const report = await restoreBackup({ ...place, masterKeyFile: restoredKeyFile(place.dataDir) }, open, { now });
  await adoptRestoredKey(place.dataDir, place.masterKeyFile, now);
  return report;
}
