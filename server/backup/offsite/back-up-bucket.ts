// A backup into a bucket, encrypted before it leaves. It counts when its manifest is there, which comes last; if it is
// stopped before, the next one goes on with what was sent.
import { createReadStream } from "node:fs";
import path from "node:path";
import { databaseName } from "#server/backup/manifest.ts";
import { copyConsistent, type BackupOptions, type BackupParts, type BackupReport } from "#server/backup/backup.ts";
import { keyOfFile } from "#server/backup/backup-files.ts";
import { explainFailure } from "#server/media/store/check-file.ts";
import { makeScratch } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { fingerprintOf } from "./age.ts";
import { needsKey, nameBackup, sealedKey, writeNeeds } from "./backups.ts";
import { checkShare, forgetMissing, isGood, usualShare } from "./check-share.ts";
import { claim } from "./marker.ts";
import { namePieces, usualPieceBytes } from "./names.ts";
import { readPieces } from "./pieces.ts";
import { protectPieces, type Protection } from "./protect.ts";
import { prune, type Pruned } from "./prune.ts";
import { sealManifest } from "./sealed-manifest.ts";
import { isSent, sendFile, type Sending } from "./send-file.ts";
import { openVault, type Vault, type VaultConfig } from "#server/media/store/vault.ts";
import { words } from "./words.ts";

interface BucketBackup {
  bucket: VaultConfig;
  recipient: string;
  masterKey: Buffer;
  timeZone: string;
  pieceBytes?: number;
  /** How much of the bucket is read back. */
  share?: number;
}

export interface BucketReport extends BackupReport {
  sentBytes: number;
  checkedBytes: number;
  /** Pieces that were damaged or missing in the bucket; those that a file of the archive needs were sent again. */
  damaged: number;
  /** Pieces that only older backups need: they cannot be sent again. */
  lostPieces: number;
  pruned: Pruned;
  keepsVersions: boolean | null;
  /** Protection by object lock; null where the bucket has none. */
  protection: Protection | null;
}

type Options = BackupOptions & Pick<Sending, "signal" | "pace">;

export async function backUpToBucket(
  parts: BackupParts,
  { bucket, recipient, masterKey, timeZone, pieceBytes = usualPieceBytes, share = usualShare }: BucketBackup,
  { now, program, onProgress, signal, pace }: Options,
): Promise<BucketReport> {
  const { db, store } = parts;
  await using vault = await openVault(bucket);
  await claim(vault, { store: store.id, fingerprint: fingerprintOf(recipient) });
  await using scratch = await makeScratch(store);
  let sentBytes = 0;
  const rule = { recipient, pieceBytes };
  const onSent = (bytes: number): void => void (sentBytes += bytes);
  const sending: Sending = { db, vault, rule, pieces: await readPieces(db), now, signal, pace, onSent };
  const missing = await forgetMissing(sending);
  const checked = await checkShare(sending, share);

  const { own, manifest, ...report } = await copyConsistent(
    parts,
    {
      isThere: (file) => isSent(sending, file),
      requireSpace: async () => {},
      async copy(file, onBytes) {
        const key = keyOfFile(file);
        if (!(await store.backend.find(key))) return "missing";
        return sendFile(sending, file, { source: store.backend.read(key, signal), onBytes }).catch((error: unknown) => {
          signal?.throwIfAborted();
          return explainFailure(store.backend, key, error);
        });
      },
    },
    { now, program, scratch: scratch.folder, ...(onProgress && { onProgress }) },
  );
  const source = createReadStream(path.join(own, databaseName));
  if (await sendFile(sending, manifest.database, { source, onBytes: () => {} }))
    throw new Error("the copy was changed");

  const whole = manifest.list.filter(({ fault }) => fault === undefined);
  const needed = [...new Set([manifest.database, ...whole].flatMap((file) => namePieces(rule, file)))];
  await requireReadable(sending, namePieces(rule, manifest.database));
  const name = nameBackup(now, report.faults.length === 0);
  await putAndRead(vault, needsKey(name), writeNeeds(needed));
  await putAndRead(vault, sealedKey(name), await sealManifest(recipient, { pieceBytes, masterKey, manifest }));

  const protection = await protectPieces(sending, needed);
  const damaged = [...missing, ...checked.damaged];
  const pruned = await prune({ db, vault }, { now, timeZone });
  return {
    ...report,
    place: `${vault.place} (${name})`,
    sentBytes,
    checkedBytes: checked.bytes,
    damaged: damaged.length,
    lostPieces: damaged.filter((piece) => pruned.needed.has(piece) && !sending.pieces.has(piece)).length,
    pruned,
    keepsVersions: await vault.keepsVersions(),
    protection,
  };
}

/** What a restore begins with is read back each time, before the backup gets its name. */
async function requireReadable(sending: Sending, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const piece = sending.pieces.get(name);
    if (!piece || !(await isGood(sending, piece))) throw new Refusal("damaged", words.notAsSent(sending.vault.place));
  }
}

async function putAndRead(vault: Vault, key: string, body: Buffer): Promise<void> {
  await vault.put(key, body);
  if ((await vault.find(key))?.equals(body)) return;
  await vault.remove(key);
  throw new Refusal("damaged", words.notAsSent(vault.place));
}
