// What the commands of `npm run archive` and the start print.
import type { Cost } from "#server/intake/import/cost.ts";
import { sayBytes } from "#server/media/store/space.ts";
import { sayCount } from "#server/say-count.ts";

const files = (count: number) => sayCount(count, "file");
function sayHours(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
const thenVerify = "Run npm run archive -- verify, which says what to do.";

export const words = {
  // npm run archive
  usage: (list: string) => `Name a command: stagedoor <command>, or in a clone: npm run archive -- <command>\n${list}`,
  noCommand: (name: string, similar: string | undefined, list: string) =>
    `There is no command ${name}.${similar ? ` Did you mean ${similar}?` : ""} These are all:\n${list}`,
  databaseAwayNow: "The database or the storage broke off the connection. Check that it is running, and try again.",
  unexpected: (why: string) =>
    `That did not work: ${why.replace(/\.?$/, ".")} If this does not help you, set LOG_LEVEL=debug and run it again, which prints where it happened.`,
  worksOn: (folder: string) => `Archive: ${folder}`,
  severalArchives: (folders: readonly string[]) =>
    `There are ${folders.length} archives on this machine. Say which one you mean, by its data folder:${folders.map((folder) => `\n  --archive=${folder}`).join("")}`,
  needsRoot: (file: string) => `Only root may read ${file}, the settings of the archive. Run the command with sudo.`,
  default: "  (default)",
  setUpLink: (link: string) => `Open this address in a browser. It works once, within a day:\n${link}`,
  isSetUp: "This archive is set up already. Its owner can change it in the studio, under Settings.",
  checkLine: (state: "good" | "warning" | "bad", title: string, sentence: string) =>
    `${{ good: "ok     ", warning: "note   ", bad: "WRONG  " }[state]}${title}: ${sentence}`,
  checked: (wrong: number) =>
    wrong === 0 ? "\nNothing is wrong." : `\n${sayCount(wrong, "thing is", "things are")} wrong.`,
  olderDatabase: "The database was made by an older version of the program. Start the archive once, and check again.",
  demo: "\nNo login is set up: this is the demo. Patreon and Twitch are simulated on this computer.",
  noArchive: (folder: string) => `There is no archive in ${folder}. Set DATA_DIR to the data folder of your archive.`,
  nameFolder: (command: string) =>
    `Name the folder: ${command} <folder>. Or the bucket: ${command} --from s3://bucket/prefix --key FILE`,

  // import
  nothingFound:
    "There are no recordings in what you named. See docs/importing.md for the kinds of files that are known.",
  noSuchLevel: (wanted: string, all: string) => `There is no level ${wanted}. Use one of these after --level: ${all}.`,
  oneTitle: "--title works with a single file only. Leave it out, and the titles come from the files.",
  dateFormat: "Write --date as 2024-05-01, 2024-05-01T21:30:00Z, 2024-05 or 2024.",
  notThere: (place: string) => `${place} does not exist.`,
  cannotRead: (user: string) => `It cannot be read. Check that it still exists, and that the user ${user} may read it.`,
  placeNotReadable: (place: string, user: string) =>
    `${place} cannot be read. Let the user ${user} read it, and the folders above it.`,
  stillWritten: "It is still being written. Import it again when it is complete.",
  added: (id: string) => `added as ${id}`,
  wasThere: (id: string) => `already there, as ${id}`,
  refused: (why: string) => `refused: ${why}`,
  updated: (changed: readonly string[], edited: readonly string[]) =>
    [
      changed.length > 0 ? `Corrected: ${changed.join(", ")}.` : "Nothing to correct.",
      ...(edited.length > 0 ? [`Not changed, because a person has edited it: ${edited.join(", ")}.`] : []),
    ].join(" "),
  notDeleted: (file: string) =>
    `${file} is in the archive, but also still in its old place: it has changed, or there is no permission to delete it. Check it, then delete it by hand.`,
  leftOut: (count: number) =>
    `\n${sayCount(count, "other file")} in these folders ${count === 1 ? "is" : "are"} left out:`,
  leftOutFile: (place: string, why: string) => `${place}  ${why}`,
  left: (seconds: number) => (seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`),
  planTitle: (title: string, from: string) => `Title: ${title}   from ${from}`,
  planDate: (date: string, from: string) => `Date: ${date}   from ${from}`,
  planRest: (about: { length: string; captions: readonly string[]; chapters: number; missing: readonly string[] }) =>
    [
      `Length: ${about.length || "unknown"}`,
      ...(about.captions.length > 0 ? [`captions: ${about.captions.join(" ")}`] : []),
      ...(about.chapters > 0 ? [sayCount(about.chapters, "chapter")] : []),
      ...(about.missing.length > 0 ? [`to be checked or missing: ${about.missing.join(", ")}`] : []),
    ].join("; "),
  planHidden: "Hidden from members.",
  planHeld: "Hidden from members until it is published in Studio > Inbox.",
  planned: (added: number, known: number, refused: number) =>
    `\n${added} would be added, ${known} already there, ${refused} would be refused.`,
  cost: ({ mediaSeconds, watchableSeconds, processorSeconds, bytes }: Cost) =>
    `Length of all recordings: ${sayHours(mediaSeconds)}. They can be watched after about ${sayHours(watchableSeconds)} of processor time. Preparing them completely takes about ${sayHours(processorSeconds)} of processor time and ${sayBytes(bytes)} of disk space.`,
  reportWritten: (file: string) =>
    `The table is in ${file}. Correct the columns title, date, description and hidden, then import with --from ${file}.`,
  notListed: (count: number) =>
    `${sayCount(count, "recording")} not in the table ${count === 1 ? "is" : "are"} left out.`,
  listedButGone: (places: readonly string[]) =>
    `The table lists files that are not there: ${places.slice(0, 5).join(", ")}${places.length > 5 ? ", …" : ""}. Name the same folder as for the report, or remove these rows.`,
  imported: (added: number, known: number, refused: number) =>
    `\n${added} added, ${known} already there, ${refused} refused.`,
  preparedNext: "The server prepares them now. If it is not running, it does so at its next start.",

  // backup
  cannotWrite: (folder: string, user: string) =>
    `The user ${user} has no permission to write to ${folder}. Run: sudo install -d -o ${user} ${folder}`,
  copying: "Copying",
  insideData: (folder: string) =>
    `${folder} is inside the data folder and would be lost with it. Choose a folder on another disk.`,
  backupFailed: "See journalctl -u stagedoor-backup for details.",
  backupDone: (place: string, count: number, size: string) =>
    `The backup ${place} is finished. It contains ${files(count)} (${size}) and the database.`,
  backupCopied: (count: number, size: string, time: string) =>
    `Copied ${sayCount(count, "new file")}, ${size}, in ${time}.`,
  keepKey: (key: string) =>
    `The backup does not contain the master key and the settings. Keep copies of ${key} and of the settings file (/etc/stagedoor/settings.env; in a clone: .env) in a safe place, not on this machine.`,
  ownKey: "secrets/master.key in the data folder",
  backupIncomplete: (count: number) =>
    `\n${files(count)} ${count === 1 ? "is" : "are"} missing or damaged in the archive itself, so not in this backup:`,
  faultyFile: (title: string, kind: string, fault: "missing" | "changed") =>
    `  “${title}”: ${kind} is ${fault === "missing" ? "missing" : "damaged"}`,
  thenVerify,

  offsiteDone: (place: string, count: number, size: string) =>
    `The backup ${place} is finished. It contains ${files(count)} (${size}) and the database.`,
  offsiteSent: (sent: string, checked: string, time: string) =>
    `Sent ${sent} in ${time}. ${checked} were read back and checked.`,
  offsiteLacks: (count: number) =>
    `\n${files(count)} ${count === 1 ? "is" : "are"} missing or damaged in the archive itself, so not in this backup. Run npm run archive -- verify, which names them.`,

  // the backup key
  sheet: ({ archive, identity, recipient, fingerprint, place, command }: Record<string, string>) =>
    `
RECOVERY SHEET of ${archive}

Print this page, or write it down, and keep it away from the archive, so that
a fire or a theft cannot take both. The private key is shown only once. Without
it nobody can open the backups, not even you.

Private key   ${identity}
Fingerprint   ${fingerprint}
Public key    ${recipient}
Backups       ${place}

To restore on a new machine: install Stagedoor, write the private key into a
file, set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, and run

  ${command}
`,
  noPlaceYet: "(set a bucket under Studio > Settings > Backups)",
  keyIsFixed: "BACKUP_RECIPIENT is set in the server's settings file. Remove it there, and run this command again.",

  // restore
  fromUsage:
    "To restore or verify from a bucket: restore (or verify) --from s3://bucket/prefix --key FILE [--backup NAME] [--endpoint https://…] [--region …], with BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY in the environment.",
  wrongPlace: (given: string) => `Write the bucket as s3://bucket/prefix, not "${given}".`,
  bucketKeysMissing: "Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY in the environment first.",
  keyFileMissing: (file: string) => `The key file ${file} cannot be read. Check its path, and whether you may read it.`,
  restoring: "Restoring",
  restoreFinished: (backup: string) => `The interrupted restore of ${backup} is now complete.`,
  restored: (backup: string) => `${backup} is restored, and every file was compared with its checksum.`,
  restoredBytes: (copied: string, same: string, time: string) => `${copied} copied, ${same} already there, in ${time}.`,
  restorePoint: "The previous data is kept here until you delete it:",
  cleanupPaused: "Cleanup is paused for the next 24 hours. Start the server when you are ready.",
  notRestored: (count: number) =>
    `\n${files(count)} could not be restored. Run npm run archive -- verify, which names them.`,

  // verify
  reading: "Reading",
  verified: (count: number, size: string, time: string, wrong: number) =>
    `Compared ${files(count)}${size} with ${count === 1 ? "its checksum" : "their checksums"} in ${time}. ${wrong === 0 ? "All files are good." : `${sayCount(wrong, "problem was", "problems were")} found.`}`,

  waiting: (why: string) => `${why} Waiting, and then going on from here.`,
  databaseAway: "The database does not answer right now.",

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
  moveMediaUsage: "Say where to copy the files: npm run archive -- move-media to-s3 (or to-disk)",
  noBucket: "No bucket is set up. Set S3_BUCKET and the other S3 settings first; see docs/hosting.md.",
  mediaMoved: (count: number, copied: number, details: string) =>
    `${files(count)}: ${copied} copied (${details}), the others were already there.`,
  mediaComplete: "Every file is there, with the right checksum. Nothing was deleted at the old place.",
  thenStart: (isToBucket: boolean) =>
    `Stop the server. Run this command again to copy files added in the meantime. Then start the server ${isToBucket ? "with" : "without"} the S3 settings.`,
  nowStart: (isToBucket: boolean) =>
    `There was nothing left to copy. If the server was stopped meanwhile, start it ${isToBucket ? "with" : "without"} the S3 settings; if it was running, stop it, and run this command once more.`,
  mediaIncomplete: (count: number) =>
    `\nDo not switch to the new storage yet. ${count === 1 ? "This file" : `These ${count} files`} could not be copied:`,
  verifyThenAgain: "Run npm run archive -- verify, which says what to do. Then run this command again.",

  // npm start, npm test
  released: (file: string, bytes: number) => `${file} (${Math.round(bytes / 1e6)} MB)`,
  noTask: (task: string) => `There is no command called ${task}. To see the list, run: npm run`,
  checkingPage: "[setup] checking whether the web pages have to be built …",
  pageBuilt: (seconds: string) => `[setup] web pages built in ${seconds} s`,
} as const;
