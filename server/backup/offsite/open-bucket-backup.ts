// A backup in a bucket, opened with the owner's key: its database is decrypted into a file, its files while they are read.
import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { keyOfFile } from "#server/backup/backup-files.ts";
import type { Backup, BackupFiles } from "#server/backup/manifest.ts";
import { restoringFolder } from "#server/backup/restore-plan.ts";
import type { StoredFile } from "#server/media/store/backend.ts";
import { Refusal } from "#server/refusal.ts";
import { fingerprintOf, unseal, type KeyPair } from "./age.ts";
import { listMade, sealedKey } from "./backups.ts";
import { findMarker } from "./marker.ts";
import { namePieces, piecesFolder } from "./names.ts";
import { putRestoredKey } from "./restored-key.ts";
import { openManifest, type SealedManifest } from "./sealed-manifest.ts";
import type { Vault } from "#server/media/store/vault.ts";
import { words } from "./words.ts";

interface Opening {
  vault: Vault;
  key: KeyPair;
  /** The newest good one if it is not named. */
  name?: string | undefined;
}

type OpenedManifest = SealedManifest & { name: string };

/** Refuses a wrong key before anything is downloaded. */
export async function openNewest({ vault, key, name }: Opening): Promise<OpenedManifest> {
  const made = await listMade(vault);
  const marker = await findMarker(vault).catch((error: unknown) => {
    // backups made before it was damaged can still be opened
    if (!(error instanceof Refusal) || made.length === 0) throw error;
    return undefined;
  });
  const chosen = name
    ? made.find((backup) => backup.name === name)
    : (made.findLast(({ isGood }) => isGood) ?? made.at(-1));
  if (!chosen)
    throw new Refusal("bad-input", name ? words.noSuchBackup(vault.place, name) : words.noBackup(vault.place));
  const sealed = (await vault.find(sealedKey(chosen.name))) ?? Buffer.alloc(0);
  try {
    const opened = await openManifest(key.identity, sealed, `${vault.place}/${chosen.name}`);
    return { ...opened, name: chosen.name };
  } catch (error) {
    const own = fingerprintOf(key.recipient);
    if (marker && marker.fingerprint !== own) throw new Refusal("bad-input", words.wrongKey(own, marker.fingerprint));
    throw error;
  }
}

/** For restoreBackup: the database and the master key are put into the data folder. */
export async function openBucketBackup(opening: Opening, dataDir: string): Promise<Backup> {
  const { vault, key } = opening;
  const { name, manifest, masterKey, pieceBytes } = await openNewest(opening);
  const folder = path.join(dataDir, restoringFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await putRestoredKey(dataDir, masterKey);
  const database = path.join(folder, "downloaded.db");
  const read = (file: StoredFile) => readFile({ vault, key, pieceBytes }, file);
  {
    await using target = await open(database, "w", 0o600);
    for await (const piece of read(manifest.database)) await target.writeFile(piece);
  }
  const byKey = new Map(manifest.list.map((file) => [keyOfFile(file), file]));
  const files: BackupFiles = {
    async find(fileKey) {
      const file = byKey.get(fileKey);
      return file && { bytes: file.bytes, changedAt: new Date(manifest.madeAt) };
    },
    async *read(fileKey) {
      const file = byKey.get(fileKey);
      if (file) yield* read(file);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { folder: vault.place, name, database, media: vault.place, manifest, openFiles: () => files };
}

interface Reading {
  vault: Vault;
  key: KeyPair;
  pieceBytes: number;
}

/** Ends with an error that means "damaged" when a piece is missing or was changed. */
export async function* readFile({ vault, key, pieceBytes }: Reading, file: StoredFile): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for (const name of namePieces({ recipient: key.recipient, pieceBytes }, file)) {
    const sealed = await vault.find(piecesFolder + name);
    const plain = sealed && (await unseal(key.identity, sealed));
    if (!plain) throw new DamagedPiece(name);
    hash.update(plain);
    yield plain;
  }
  if (hash.digest("hex") !== file.sha256) throw new DamagedPiece("all");
}

/** Has the code of a disk that cannot read a file any more, which every reader of files understands. */
class DamagedPiece extends Error {
  readonly code = "EIO";

  constructor(name: string) {
    super(`a piece of a backup is missing or damaged: ${name}`);
  }
}
