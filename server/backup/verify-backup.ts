// Whether a backup is whole: its database and every file of its manifest, by checksum.
import { existsSync } from "node:fs";
import { openDisk } from "#server/media/store/disk.ts";
import { hashFile } from "#server/media/store/store.ts";
import { checkFile } from "#server/media/store/check-file.ts";
import { isSame, keyOfFile } from "./backup-files.ts";
import type { Backup } from "./manifest.ts";
import type { VerifyProgress } from "./verify.ts";

/** Returns a sentence for each thing that is wrong. */
export async function verifyBackup(
  { database, media, manifest }: Backup,
  onProgress?: (progress: VerifyProgress) => void,
): Promise<string[]> {
  const sentences: string[] = [];
  if (!existsSync(database) || !isSame(await hashFile(database), manifest.database))
    sentences.push(`${database} is missing or damaged. This backup cannot be restored; make a new one.`);
  await using shelf = openDisk(media);
  const allBytes = manifest.list.reduce((all, { bytes }) => all + bytes, 0);
  let doneBytes = 0;
  const onBytes = (bytes: number): void => onProgress?.({ doneBytes: (doneBytes += bytes), allBytes });
  for (const file of manifest.list) {
    const place = `${media}/${keyOfFile(file)}`;
    if (file.fault) sentences.push(`${place} is not in the backup: in the archive it was ${file.fault} already.`);
    else if (await checkFile(shelf, { ...file, key: keyOfFile(file) }, { onBytes }))
      sentences.push(`${place} is missing or damaged. Move it away, and the next backup copies it again.`);
  }
  return sentences;
}
