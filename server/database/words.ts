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
  postgresNotUsable: (place: string, why: string) => `The database at ${place} cannot be used: ${why}`,
  postgresReasons: {
    ECONNREFUSED: "nothing answers there. Check that PostgreSQL is running, and the host and port in the address.",
    ENOTFOUND: "the name of its host is unknown. Correct the address.",
    EAI_AGAIN: "the name of its host cannot be looked up now. Check the DNS of this machine.",
    ETIMEDOUT: "it does not answer. Check the host in the address, and the network to it.",
    EHOSTUNREACH: "it does not answer. Check the host in the address, and the network to it.",
    ECONNRESET: "it breaks off connections. Check that PostgreSQL is running there, and not another program.",
    "28P01": "it does not accept the user and the password. Correct them in the address.",
    "28000": "it does not accept this user from here. Check the user in the address, and pg_hba.conf there.",
    "3D000": "it has no database with that name. Correct the name, or create the database: createdb",
    "42501": "the user has no permission there. Make the user the owner of the database.",
    "53300": "it has too many connections. Try again, or raise max_connections there.",
    "57P03": "it is starting or stopping. Try again in a moment.",
  } as Record<string, string>,
  postgresTimeout: "it does not answer. Check the host in the address, and the network to it.",
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
