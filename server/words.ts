// What the owner reads when the server starts, or why it does not.
export const words = {
  tooHardToRead: "This text is too large or too unusual to be read. Shorten it and try again.",

  // settings
  wrongSettings: (faults: readonly string[]) =>
    `${faults.length === 1 ? "One setting is wrong" : `${faults.length} settings are wrong`}. Correct this in the server's settings file (in a clone: .env) and start again:${faults.map((fault) => `\n  - ${fault}`).join("")}`,
  setting: (name: string, fault: string) => `${name} ${fault}.`,
  settingsFileMissing: (file: string) =>
    `The settings should be read from ${file}, which does not exist. Put the file back, or run install again.`,
  secretFileMissing: (file: string) => `should be read from ${file}, which does not exist`,
  urlWithPath: (host: string) => `PUBLIC_URL must not have a path: the archive is at the root of ${host}.`,
  urlNotHttps: "PUBLIC_URL must begin with https://, because logins and cookies must be encrypted.",
  demoNotLocal: "The demo runs only on this computer. Remove HOST and PUBLIC_URL.",
  realProviderOnly: (name: string) =>
    `Remove ${name}: it is for simulated logins. A public archive uses the real Patreon and Twitch.`,
  neededWith: (name: string, other: string) => `${name} is needed together with ${other}.`,
  campaignNeeded: "PATREON_CAMPAIGN_ID is needed: only members of that campaign may watch.",
  tiersNeeded: "PATREON_TIER_IDS is needed: list the tiers whose members may watch.",
  channelNeeded: "TWITCH_BROADCASTER_ID is needed: only subscribers of that channel may watch.",
  accelWithBucket:
    "ACCEL_PREFIX must not be set together with S3_BUCKET, because the files are not on this machine. Remove ACCEL_PREFIX. To let the bucket send the files, set S3_DELIVERY=redirect.",
  mailFromNeeded: "MAIL_FROM is needed with SMTP_URL: the address that emails are sent from.",
  hookSecretNeeded: "NOTICE_WEBHOOK_SECRET is needed with NOTICE_WEBHOOK_URL: every message is signed with it.",
  bucketNotHttps: "S3_ENDPOINT must begin with https:// for S3_DELIVERY=redirect, because browsers load files from it.",

  levelNames: (name: string) => `Two levels are called ${name}. Give each a name of its own.`,
  noSuchNewLevel: (id: string) =>
    `NEW_LEVEL is ${id}, which is not among LEVELS. Choose another level for new recordings.`,

  /** Rules of single settings; each completes "NAME …". */
  rules: {
    atMost: (characters: number) => `must have at most ${characters} characters`,
    noControls: "must not contain control characters",
    wholeNumber: (least: number, most: number, value: string) =>
      `must be a whole number from ${least} to ${most}, not "${value}"`,
    digits: (value: string) => `must be the number shown by Patreon or Twitch, not "${value}"`,
    sizes: (value: string) => `must be always, never, when-asked or a number of months, not "${value}"`,
    oneOf: (allowed: readonly string[], value: string) => `must be one of ${allowed.join(", ")}, not "${value}"`,
    json: "must be JSON",
    levels: (place: string, rule: string) => `is wrong at "${place}": it ${rule}`,
    origin: (value: string) => `must be an address such as https://archive.example, not "${value}"`,
    postgres: "must be an address such as postgres://user:password@host/database",
    cidr: (value: string) => `must list addresses such as 10.0.0.5/32, not "${value}"`,
    people: (value: string) => `must list people as patreon:123 or twitch:456, not "${value}"`,
    contact: (value: string) => `must be an address such as mailto:security@archive.example, not "${value}"`,
    location: (value: string) => `must be a location such as /media-files, not "${value}"`,
    bucket: (value: string) => `must be the name of a bucket, not "${value}"`,
    recipient: "must be a public key that begins with age1, as stagedoor backup-key prints it",
    prefix: (value: string) => `must be plain words such as archive or media/archive, not "${value}"`,
    timeZone: (value: string) => `must be the name of a time zone, such as Europe/Berlin, not "${value}"`,
    secret: "must have 10 to 100 plain ASCII characters",
    color: (value: string) => `must be a colour such as #c2410c, not "${value}"`,
    webAddress: (value: string) => `must be an address that begins with https://, not "${value}"`,
    contactAddress: (value: string) =>
      `must be an email address, or an address that begins with https://, not "${value}"`,
    hookAddress: "must be an address that begins with https://, without a user name",
    mailServer: "must be an address such as smtp://user:password@mail.example:587, or smtps://… for port 465",
    mailAddress: (value: string) => `must be an email address such as archive@mail.example, not "${value}"`,
    sitePicture: "must be a picture that was uploaded under Studio > Settings",
  },

  // the role of one of several servers
  unknownRole: (given: string, roles: readonly string[]) =>
    `There is no role "${given}". Use one of these after --role=: ${roles.join(", ")}.`,
  roleNeedsPostgres: (role: string) =>
    `--role=${role} needs PostgreSQL. Set DATABASE_URL, or leave --role out: then one process does everything.`,
  roleInDemo: (role: string) => `The demo runs as one process. Leave --role=${role} out, or set up a login.`,

  // the master key
  noKey: (file: string) =>
    `The master key ${file} does not exist. For an existing archive, put your copy of the key there. For a new one, write 32 random bytes into it, or do not set MASTER_KEY_FILE: then the server creates a key.`,
  keyReadable: (file: string) => `Others can read the master key. Run: chmod 600 ${file}`,
  keyLength: (file: string, wanted: number, found: number) =>
    `The master key ${file} must have exactly ${wanted} bytes, but it has ${found}. Put back your own copy of the key; backups do not contain it.`,

  // the demo
  standInsFailed: (why: string) => `The simulation of Patreon and Twitch did not start. ${why}`,
  noReason: "It ended without saying why.",

  // the first lines on the terminal
  workerRuns: (name: string, address: string) => `A worker of ${name} is running:  ${address}`,
  isRunning: (name: string, address: string) => `${name} is running:  ${address}`,
  demoLogins: `This is the demo: Patreon and Twitch are simulated on this computer.
  Log in as        a member     patron-gold or twitch-tier1
                   an editor    patron-editor
                   the owner    patron-owner`,
  logInWith: (providers: readonly string[]) => `Log in with ${providers.join(" or ")}.`,
  setUpWith: (link: string) => `Set it up here (this link works once):\n  ${link}`,
  dataIn: (folder: string) => `Data is kept in  ${folder}`,
  stopWith: "Stop with        Ctrl-C",
} as const;
