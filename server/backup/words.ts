// What the owner reads about backup, restore, verify and moving, on the command line and in the log.
const useAnother = "Use another backup in this folder, or a backup in another folder.";
const newEmptyOne = "Create a new, empty one.";
const named = (title: string | null) => (title === null ? "A recording without a title" : `“${title}”`);

export const words = {
  // disk space
  thisBackup: "this backup",
  thisRestore: "this restore",
  noSpace: (what: string, folder: string, { needed, free, missing }: Record<"needed" | "free" | "missing", string>) =>
    `There is not enough space for ${what} in ${folder}: ${needed} is needed, but only ${free} is free. Free at least ${missing}. Nothing was changed.`,

  // backup
  otherArchive: (folder: string) => `${folder} holds backups of another archive. Use a separate folder for this one.`,
  newerDatabase: (migration: string) =>
    `The database is newer than this program (it has the migration ${migration}). Use the newer version of the program.`,

  // the backup that is read
  noBackup: (folder: string) =>
    `There is no finished backup in ${folder}. Give the folder that you used with the backup command, or one of the backup folders in it.`,
  noManifest: (folder: string) => `The list of files (manifest) of the backup ${folder} cannot be read. ${useAnother}`,
  manifestDamaged: (file: string) =>
    `The backup's list of files, ${file}, is damaged, or somebody has changed it. The restore has changed nothing. ${useAnother}`,
  manifestUnknown: (file: string) =>
    `The backup's list of files, ${file}, was not written by this program. ${useAnother}`,
  newerBackup: (folder: string, migration: string) =>
    `The backup ${folder} was made by a newer version of this program (it has the migration ${migration}). Use that version.`,

  // restore
  databaseDamaged: (file: string) =>
    `The database of the backup, ${file}, is missing or damaged. Nothing was changed. Use another backup.`,
  keyMissing: (file: string) =>
    `The master key of this backup is not in ${file}. (Backups never contain it.) Put your own copy there, run chmod 600 on it, and run this command again. If the key is lost, add --without-key. The recordings and the database are restored, but everybody has to log in again. You may also need new tokens for PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN, if you use them.`,
  halfRestored:
    "A restore was interrupted. Run the same command again: npm run archive -- restore <folder>. It continues, and nothing is lost.",
  filesDamaged: (count: number, folder: string, list: string) =>
    `${count === 1 ? "1 file" : `${count} files`} of the backup in ${folder} ${count === 1 ? "is" : "are"} missing or damaged. Nothing was changed. Use another backup, or add --skip-damaged to restore everything else. Missing or damaged:${list}`,
  wrongStore: (expected: string, found: string, folder: string) =>
    `The media storage belongs to another archive: the database expects ${expected}, but ${folder} has ${found}. Mount the right storage and start again.`,

  // moving to another database or storage
  noEmbedded: (file: string) => `There is no SQLite database to move: ${file} is missing. Check DATA_DIR.`,
  fileExists: (file: string) => `${file} already exists and is not overwritten. Move it to another folder first.`,
  nothingToMove: "The database you want to move contains no archive. Check DATA_DIR and DATABASE_URL.",
  targetHasOther: `The target database contains tables that are not Stagedoor's. ${newEmptyOne}`,
  targetNotEmpty: (table: string) => `The target database is not empty (${table}). ${newEmptyOne}`,
  copyDiffers: (table: string, row: string) =>
    `The copy is not the same as the original (${table}: ${row}), so it is not used. Your archive was not changed. Run the command again.`,
  oneTooMany: "one row more than in the original",
  targetOfOther: "The files of another archive are already there. Choose an empty place for this one.",
  wrongChecksum: "its checksum is not the one in the database",

  // verify a backup
  backupDatabaseDamaged: (file: string) =>
    `${file} is missing or damaged. This backup cannot be restored. Make a new one.`,
  notInBackup: (file: string, fault: "missing" | "changed") =>
    `${file} is not in the backup: it was already ${fault === "missing" ? "missing" : "damaged"} in the archive.`,
  backupFileDamaged: (file: string) =>
    `${file} is missing or damaged in the backup. If a damaged file is there, move it to another folder. The next backup then copies the file from the archive again.`,

  // verify the archive
  folderOfNobody: (place: string) =>
    `The folder ${place} belongs to no recording. It is kept, because it may contain the original file of one. Import that file, or move the folder away.`,
  fileOfNobody: (title: string | null, place: string) =>
    `${named(title)}: the file ${place} does not belong to this recording. The file is kept. Move it to another folder when you are sure that nobody needs it.`,
  unplayable: (title: string | null, place: string) =>
    `${named(title)}: a prepared file would not play correctly (${place}). The server prepares the recording again from the original.`,
  fileDamaged: (
    { title, place, key }: { title: string | null; place: string; key: string },
    { isOriginal, isMissing }: { isOriginal: boolean; isMissing: boolean },
  ) =>
    `${named(title)}: ${isOriginal ? "the original" : "a prepared file"} ${isMissing ? "is missing" : "was changed or is damaged"} (${place}). Copy media/${key} from a backup to the same place in the media folder, then verify again.`,
} as const;
