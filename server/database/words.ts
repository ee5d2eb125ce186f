// Why the database cannot be used, and what to do: the server and the commands refuse to start with these.
export const words = {
  databaseInUse: "A server is using this database. Stop every server of this archive first.",
  beingMoved: "This database is being moved right now. Start again when the move has finished.",
  folderInUse: (folder: string) =>
    `Another server is already using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  folderNotWritable: (folder: string) =>
    `The data folder ${folder} cannot be written to. Make it writable for this user, or set DATA_DIR to another folder.`,

  // migrations
  notMigrated: (migration: string | undefined) =>
    `The database could not be updated and was not changed. ${migration === undefined ? "Its migration failed" : `The migration ${migration} failed`}; see the server log for the cause.`,
  newer: (migration: string) =>
    `The database is newer than this program (it has the migration ${migration}). Start the newer version again, or restore a backup that was made before the update.`,

  // PostgreSQL
  postgresNotUsable: (place: string) =>
    `The database at ${place} cannot be used. Check DATABASE_URL, that PostgreSQL is running there, and that it accepts this user.`,
  notAnAddress: "DATABASE_URL is not an address. Write it as postgres://user:password@host:5432/name.",

  // SQLite
  cannotOpen: (file: string) =>
    `The database file ${file} cannot be opened. Check that it can be written to and is not damaged, or restore a backup.`,
  damaged: (damage: string) =>
    `The database is damaged (${damage}). Keep a copy of the data folder, then restore a backup.`,
  pragmaRefused: (setting: string, actual: string) =>
    `SQLite did not accept the setting ${setting} (it reports ${actual}). This happens on network disks. Move the data folder to a local disk.`,
  sqliteTooOld: (version: string, needed: string) =>
    `This Node has SQLite ${version}, but ${needed} or newer is needed. Start with npm start, which uses its own Node.`,
} as const;
