// Checks that a backup is complete: its database and every file of its manifest, by checksum.
import { existsSync } from "node:fs";
import { hashFile } from "#server/media/store/store.ts";
import { checkFile } from "#server/media/store/check-file.ts";
import { isSame, keyOfFile } from "./backup-files.ts";
import type { Backup } from "./manifest.ts";
import type { VerifyProgress } from "./verify.ts";
import { words } from "./words.ts";

/** Returns a sentence for each thing that is wrong. */
export async function verifyBackup(
  { database, media, manifest, openFiles }: Backup,
  onProgress?: (progress: VerifyProgress) => void,
): Promise<string[]> {
  const sentences: string[] = [];
  if (!existsSync(database) || !isSame(await hashFile(database), manifest.database))
    sentences.push(words.backupDatabaseDamaged(database));
  await using backend = openFiles();
  const allBytes = manifest.list.reduce((all, { bytes }) => all + bytes, 0);
  let doneBytes = 0;
  const onBytes = (bytes: number): void => onProgress?.({ doneBytes: (doneBytes += bytes), allBytes });
  for (const file of manifest.list) {
    const place = `${media}/${keyOfFile(file)}`;
    if (file.fault) sentences.push(words.notInBackup(place, file.fault));
    else if (await checkFile(backend, { ...file, key: keyOfFile(file) }, { onBytes }))
      sentences.push(words.backupFileDamaged(place));
  }
  return sentences;
}
