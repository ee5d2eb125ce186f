// What the commands of `npm run archive` and the start print.
import { sayCount } from "#server/say-count.ts";

const files = (count: number) => sayCount(count, "file");
const thenVerify = "Run npm run archive -- verify, which says what to do.";

export const words = {
  // npm run archive
  usage: (list: string) => `Name a command: npm run archive -- <command>\n${list}`,
  commands: {
    import: "add recordings: files or folders, with --title, --date and --hidden",
    "move-database": "copy the database into PostgreSQL (give its address), or back into the data folder (sqlite)",
    "move-media": "copy all files into the bucket (to-s3), or back to the disk (to-disk)",
    backup: "copy all recordings and the database to a folder; the server may keep running",
    restore:
      "restore a backup; --skip-damaged leaves out damaged files, --without-key restores without the master key if it is lost (everybody has to log in again)",
    verify:
      "compare every file of the archive with its checksum; give the folder of a backup to check that backup instead",
    retention: "run the cleanup now, as the server does every hour; --dry-run changes nothing",
    config: "print the current settings, without secrets",
  },
  default: "  (default)",
  demo: "\nNo login is set up: this is the demo. Patreon and Twitch are simulated on this computer.",
  noArchive: (folder: string) => `There is no archive in ${folder}. Set DATA_DIR to the data folder of your archive.`,
  nameOneFolder: (usage: string) => `Name one folder: npm run archive -- ${usage}`,

  // import
  importUsage:
    "Name what to import: npm run archive -- import <files or folders> [--title …] [--date 2024-05-01] [--hidden]",
  oneTitle: "--title works with a single file only. Leave it out, and the titles come from the files.",
  dateFormat: "Write --date as 2024-05-01 or 2024-05-01T21:30:00Z.",
  notThere: (place: string) => `${place} does not exist.`,
  cannotRead: "It cannot be read. Check that it still exists, and that you may read it.",
  stillWritten: "It is still being written. Import it again when it is complete.",
  added: (id: string) => `added as ${id}`,
  wasThere: (id: string) => `already there, as ${id}`,
  refused: (why: string) => `refused: ${why}`,
  imported: (added: number, known: number, refused: number) =>
    `\n${added} added, ${known} already there, ${refused} refused.`,
  preparedNext: "The server prepares them now. If it is not running, it does so at its next start.",

  // backup
  copying: "Copying",
  insideData: (folder: string) =>
    `${folder} is inside the data folder and would be lost with it. Choose a folder on another disk.`,
  backupDone: (place: string, count: number, size: string) =>
    `The backup ${place} is complete. It contains ${files(count)} (${size}) and the database.`,
  backupCopied: (count: number, size: string, time: string) =>
    `Copied ${sayCount(count, "new file")}, ${size}, in ${time}.`,
  keepKey: (key: string) =>
    `The master key and the settings are not in the backup: keep ${key} and .env in another safe place.`,
  ownKey: "secrets/master.key of the data folder",
  backupIncomplete: (count: number) =>
    `\n${files(count)} ${count === 1 ? "is" : "are"} missing or damaged in the archive itself, so not in this backup:`,
  faultyFile: (title: string, kind: string, fault: "missing" | "changed") =>
    `  “${title}”: ${kind} is ${fault === "missing" ? "missing" : "damaged"}`,
  thenVerify,

  // restore
  restoring: "Restoring",
  restoreFinished: (backup: string) => `The interrupted restore of ${backup} is now complete.`,
  restored: (backup: string) => `${backup} is restored, and every file was compared with its checksum.`,
  restoredBytes: (copied: string, same: string, time: string) => `${copied} copied, ${same} already there, in ${time}.`,
  restorePoint: "The previous data is kept as a restore point until you delete it:",
  cleanupPaused: "Cleanup is paused for the next 24 hours. Start the server when you are ready.",
  notRestored: (count: number) =>
    `\n${files(count)} could not be restored. Run npm run archive -- verify, which names them.`,

  // verify
  reading: "Reading",
  verified: (count: number, size: string, time: string, wrong: number) =>
    `Compared ${files(count)}${size} with ${count === 1 ? "its checksum" : "their checksums"} in ${time}. ${wrong === 0 ? "All files are good." : `${sayCount(wrong, "problem was", "problems were")} found.`}`,

  // cleanup
  cleanup: {
    announced: "will be deleted",
    withdrawn: "will not be deleted after all",
    trashed: "moved to the trash",
    purged: "deleted for good",
  },
  nothingToDelete: "There is nothing to delete now.",
  dryRun: "This was a dry run: nothing was changed.",

  // moving
  moveDatabaseUsage: `Say where to copy the database.
To PostgreSQL: npm run archive -- move-database postgres://user:password@host/name
To PostgreSQL at DATABASE_URL: npm run archive -- move-database postgres
Back to SQLite: npm run archive -- move-database sqlite`,
  noDatabaseUrl:
    "DATABASE_URL is not set. Set it, or give the address: npm run archive -- move-database postgres://user:password@host/name",
  databaseMoved: (rows: number, seconds: string, sha256: string) =>
    `Copied and compared ${sayCount(rows, "row")} in ${seconds} s. Both databases have the same checksum (sha256): ${sha256}`,
  startWithSqlite: "Remove DATABASE_URL and start the archive.",
  startWithPostgres:
    "Set DATABASE_URL to that address and start the archive. Keep stagedoor.db until you are sure that all is well.",
  moveMediaUsage: "Say where to move the files: npm run archive -- move-media to-s3 (or to-disk)",
  noBucket: "No bucket is set up. Set S3_BUCKET and the other S3 settings first; see docs/hosting.md.",
  mediaMoved: (count: number, copied: number, details: string) =>
    `${files(count)}: ${copied} copied (${details}), the others were already there.`,
  mediaComplete: "Every file is there, with the right checksum. Nothing was deleted at the old place.",
  thenStart: (isToBucket: boolean) =>
    `Stop the server. Run this command again to copy files added in the meantime. Then start the server ${isToBucket ? "with" : "without"} the S3 settings.`,
  mediaIncomplete: (count: number) =>
    `\nDo not switch to the new storage yet. ${count === 1 ? "This file" : `These ${count} files`} could not be copied:`,
  verifyThenAgain: "Run npm run archive -- verify, which says what to do. Then run this command again.",

  // npm start, npm test
  noTask: (task: string) => `There is no task called ${task}.`,
  checkingPage: "[setup] checking whether the page has to be built …",
  pageBuilt: (seconds: string) => `[setup] page built in ${seconds} s`,
} as const;
