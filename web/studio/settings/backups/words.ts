// What the owner reads under Studio > Settings > Backups.
export const words = {
  what: "the backups",
  saved: "The backups are set up. This takes effect now.",

  // how it is
  last: "The last backup",
  lastGood: (ago: string, place: string) => `The last good backup was made ${ago}: ${place}`,
  noneYet: "No backup has been made by the studio yet.",
  details: (files: string, bytes: string, sent: string, checked: string) =>
    `${files}, ${bytes}; ${sent} of that was new. ${checked} were read back and checked.`,
  running: "A backup is being made. Studio > Upload shows how far it is.",
  failed: "The last backup failed",
  incomplete: "The last backup is not complete",
  stopped: "This backup was stopped. The next one continues where it stopped.",
  gap: "No backup can be made",
  runNow: "Make a backup now",
  started: "The backup has begun.",

  // when and where
  schedule: "When and where",
  /** Beside the Save. */
  short: {
    hour: "Hour",
    target: "Where to",
    name: "Name of the bucket",
    endpoint: "Address of the service",
    region: "Region",
    prefix: "Prefix",
    access_key_id: "Access key",
    secret_access_key: "Secret key",
  },
  hour: (zone: string) => `Hour of the daily backup (${zone})`,
  never: "Only by hand or by a timer on the server",
  oClock: (hour: number) => `${String(hour).padStart(2, "0")}:00`,
  target: "Where to",
  targets: {
    folder: (place: string | null) =>
      place === null ? "A folder (set BACKUP_DIR on the server)" : `The folder ${place}`,
    bucket: () => "A bucket of S3-compatible storage, encrypted",
    program: (place: string | null) =>
      place === null ? "A program such as restic or rclone (set BACKUP_HOOK on the server)" : `The program ${place}`,
  },
  fields: {
    name: "Name of the bucket",
    endpoint: "Address of the service, empty for Amazon",
    region: "Region",
    prefix: "Prefix, if others use the bucket too",
    access_key_id: "Access key",
  },
  secret: "Secret key",
  secretKept: "Leave it empty to keep the one that is stored.",
  secretFixed: "Set in the server's settings file. Change it there.",

  // the key
  key: "The backup key",
  keyLead:
    "Backups in a bucket are encrypted with this key. The server keeps the public half only: it can make backups, but not open them.",
  fingerprint: (text: string) => `Fingerprint: ${text}`,
  makeKey: "Make the backup key",
  replaceKey: "Make a new key",
  replaceTitle: "Make a new backup key?",
  replaceWords:
    "All files are sent again with the next backup. Older backups can be opened with the old key only, so keep its recovery sheet.",

  // the recovery sheet
  sheet: {
    title: (archive: string) => `Recovery sheet of ${archive}`,
    lead: "Print this sheet now, and keep it away from the archive. The private key is shown only once. Without it nobody can open the backups, not even you.",
    identity: "Private key",
    fingerprint: "Fingerprint",
    recipient: "Public key",
    place: "Backups",
    noPlace: "not set yet",
    made: "Made on",
    how: "To restore on a new machine: install Stagedoor, write the private key into a file, set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, and run",
    print: "Print the recovery sheet",
    hide: "I have the sheet, hide the key",
  },
} as const;
