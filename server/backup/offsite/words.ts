// What the owner reads about backups that leave the machine.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // the key
  noKeyInFile:
    "The key file must contain one key: a line that begins with AGE-SECRET-KEY-1. Copy it from your recovery sheet.",
  keyMistyped: "This key was not copied completely: its check digits are wrong. Compare it with your recovery sheet.",
  wrongKey: (own: string, wanted: string) =>
    `This is the wrong key. Its fingerprint is ${own}, but the backups need the key with the fingerprint ${wanted}. Look for that recovery sheet.`,
  noKeyYet: "There is no backup key yet. Make one under Studio > Settings > Backups, or run: sudo stagedoor backup-key",
  hasKey: (fingerprint: string) =>
    `There is already a backup key, with the fingerprint ${fingerprint}. With a new key, all files are sent again, and old backups still need the old key. To make a new key anyway, confirm it (on the command line: --replace).`,
  keyFixed: "BACKUP_RECIPIENT is set in the server's settings file. Change it there.",

  // the bucket
  otherArchive: (place: string) =>
    `${place} holds backups of another archive. Use another bucket, or another prefix, for this one.`,
  markerDamaged: (place: string) =>
    `The object stagedoor-backup.json in ${place} is damaged. Delete it, and make a backup: it is written again.`,
  notAsSent: (place: string) =>
    `What was sent to ${place} came back changed, so this backup does not count. Try again; if it happens again, use another service.`,

  // the backup that is read
  noBackup: (place: string) => `There is no finished backup in ${place}. Check the name of the bucket and the prefix.`,
  noSuchBackup: (place: string, name: string) => `There is no backup ${name} in ${place}.`,
  manifestDamaged: (place: string) =>
    `The list of files (manifest) of the backup ${place} is missing or damaged, or this key does not open it. Nothing was changed. Use another backup: add --backup and its name.`,
  newerProgram: (place: string) => `The backup ${place} was made by a newer version of this program. Use that version.`,
  needsDamaged: (name: string) =>
    `The backup ${name} lacks the list that is needed to delete old files, or that list is damaged. The backup can still be restored. Nothing is deleted from the bucket until newer backups have replaced this one. You need not do anything.`,
  notInBackup: (file: string) => `${file} is not in the backup: it was missing or damaged in the archive.`,
  fileDamaged: (file: string) =>
    `${file} is missing or damaged in the bucket. One of the next backups sends it again, if the archive still has it.`,

  // targets
  noFolder:
    "No folder is set for backups. Set BACKUP_DIR in the server's settings file, or choose a bucket under Studio > Settings > Backups.",
  noBucket: "The settings of the bucket for backups are not complete. Enter its name, access key and secret key.",
  noHook: "No program is set for backups. Set BACKUP_HOOK and BACKUP_DIR in the server's settings file.",
  hookFailed: (program: string, why: string) => `The program ${program} failed: ${why}`,
  hookCode: (code: number | string) => `it ended with ${code}.`,
  cannotWrite: (folder: string) =>
    `The server has no permission to write to ${folder}, so it cannot make backups itself. Allow it to write there (with systemd: ReadWritePaths=${folder}), or choose a bucket here. The nightly backup is a separate program that still works.`,
  isRunning: "A backup is already running. Please wait until it has ended.",
  unexpected: "It stopped with an unexpected error. See the server log for details.",

  // outcomes
  lacksFiles: (count: number) =>
    `It lacks ${sayCount(count, "file")} that ${count === 1 ? "is" : "are"} missing or damaged in the archive. Run: sudo stagedoor verify`,
  healed: (count: number) =>
    `${sayCount(count, "piece")} in the bucket ${count === 1 ? "was" : "were"} damaged or missing, and ${count === 1 ? "was" : "were"} sent again.`,
  lostPieces: (count: number) =>
    `${sayCount(count, "piece")} of older backups ${count === 1 ? "is" : "are"} damaged, and the archive no longer has the files. Those backups cannot be restored completely; the newest one can.`,
  noVersions:
    "The bucket keeps no older versions, so somebody who breaks into the server could destroy the backups, too. Turn on versioning for the bucket at your storage service, and object lock if it offers that.",
  locked: (days: number) =>
    `The bucket protects this backup for ${sayCount(days, "day")} (object lock). During that time nobody can delete or change it.`,
  notLocked:
    "The bucket has object lock, but refused to protect older files for longer. Allow the access key to set the retention of objects (s3:PutObjectRetention).",
  notPruned:
    "Old files were not deleted from the bucket, because the list needed for that is missing or damaged in one backup. They are deleted when newer backups have replaced that one.",
} as const;
