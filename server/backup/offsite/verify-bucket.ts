// Reads and decrypts a whole backup in a bucket, as a restore would, and says what is wrong with it.
import { keyOfFile } from "#server/backup/backup-files.ts";
import type { Progress } from "#server/backup/backup.ts";
import type { KeyPair } from "./age.ts";
import { findNeeds } from "./backups.ts";
import { openNewest, readFile } from "./open-bucket-backup.ts";
import type { Vault } from "#server/media/store/vault.ts";
import { words } from "./words.ts";

/** Returns a sentence for each thing that is wrong, and how many files were read. */
export async function verifyBucket(
  { vault, key, name }: { vault: Vault; key: KeyPair; name?: string },
  onProgress?: (progress: Progress) => void,
): Promise<{ sentences: string[]; files: number }> {
  const opened = await openNewest({ vault, key, name });
  const { manifest, pieceBytes } = opened;
  const sentences: string[] = [];
  if (!(await findNeeds(vault, opened.name))) sentences.push(words.needsDamaged(opened.name));
  const files = [{ ...manifest.database, what: "database" }];
  for (const file of manifest.list) {
    if (file.fault) sentences.push(words.notInBackup(keyOfFile(file)));
    else files.push({ ...file, what: keyOfFile(file) });
  }
  const allBytes = files.reduce((all, { bytes }) => all + bytes, 0);
  let doneBytes = 0;
  for (const file of files) {
    try {
      for await (const piece of readFile({ vault, key, pieceBytes }, file))
        onProgress?.({ doneBytes: (doneBytes += piece.length), allBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EIO") throw error;
      sentences.push(words.fileDamaged(file.what));
    }
  }
  return { sentences, files: files.length };
}
