// Every command of stagedoor: what it does, what it may be told, and examples. --help, the list of commands and the reading of
// a line are made from this table. Plain JavaScript, only Node's own modules: bootstrap.mjs needs it before TypeScript runs.
import { parseArgs } from "node:util";

const flag = (what) => ({ type: "boolean", what });
const text = (value, what) => ({ type: "string", value, what });

const dryRun = flag("only say what would be done, and change nothing");
const bucket = {
  from: text(
    "s3://BUCKET/PREFIX",
    "the bucket with the backups; its keys are BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY in the environment",
  ),
  key: text("FILE", "the file with the private key of the backups"),
  backup: text("NAME", "which backup; without it the newest"),
  endpoint: text("https://…", "the address of the bucket's service, if it is not Amazon"),
  region: text("REGION", "the region of the bucket"),
};

/** `names`: how many words besides the options, at least and at most. */
export const commands = {
  install: {
    what: "install the archive on this machine",
    takes: "",
    names: [0, 0],
    options: {
      domain: text("archive.example", "its address; a certificate is fetched and renewed by Caddy"),
      port: text("8080", "the port on this machine"),
      "backup-to": text("FOLDER", "where the nightly backup goes"),
      "acme-ca": text("URL", "another certificate authority"),
      "acme-root": text("FILE", "the root certificate of that authority"),
      role: text(
        "web",
        "of several servers: web answers requests, worker runs jobs; without it this one does everything",
      ),
      "database-url": text("postgres://…", "the PostgreSQL that several servers share"),
      new: flag("start with an empty archive, although there is one in this folder"),
      "dry-run": dryRun,
    },
    examples: [
      "install --domain archive.example --backup-to /mnt/backups",
      "install --domain archive.example --dry-run",
      "install --role worker --database-url postgres://stagedoor:password@10.0.0.5/stagedoor",
    ],
  },
  upgrade: {
    what: "replace the installed program with this one; makes a backup first, and returns to the old version if it fails",
    takes: "",
    names: [0, 0],
    options: { "dry-run": dryRun },
    examples: ["upgrade"],
  },
  uninstall: {
    what: "remove the program and keep the data",
    takes: "",
    names: [0, 0],
    options: {
      "delete-data": flag("delete the recordings, the database, the master key and the settings, too; asks first"),
      yes: flag("do not ask"),
      "dry-run": dryRun,
    },
    examples: ["uninstall", "uninstall --delete-data"],
  },
  import: {
    what: "add recordings: files or folders, with the captions, pictures and descriptions next to them (docs/importing.md)",
    takes: "<files or folders>",
    names: [1, Infinity],
    options: {
      "dry-run": flag("print what would be added, and change nothing"),
      report: text("FILE.csv", "the same, as a table to correct in a spreadsheet"),
      from: text("FILE.csv", "import what is in such a table, with your corrections"),
      update: flag("also correct recordings that are already there, except what a person has edited"),
      hidden: flag("add the recordings hidden"),
      level: text("NAME", "add the recordings for this level, such as Gold"),
      move: flag("delete each file from its old place once it is added"),
      link: flag("use the file where it is instead of copying it (only if it is on the same disk as the archive)"),
      title: text("TITLE", "the title (single file only)"),
      date: text("2024-05-01", "the date (single file only)"),
    },
    examples: ["import --dry-run /mnt/recordings", "import --hidden /mnt/recordings"],
  },
  "move-database": {
    what: "copy the database into PostgreSQL, or back into the data folder",
    takes: "<postgres://user:password@host/name | postgres | sqlite>",
    names: [1, 1],
    options: {},
    examples: ["move-database postgres://stagedoor:password@10.0.0.5/stagedoor", "move-database sqlite"],
  },
  "move-media": {
    what: "copy all files into the bucket of the S3 settings, or back to the disk",
    takes: "<to-s3 | to-disk>",
    names: [1, 1],
    options: {},
    examples: ["move-media to-s3"],
  },
  backup: {
    what: "copy all recordings and the database to a folder (or to BACKUP_DIR); the server may keep running",
    takes: "[<folder>]",
    names: [0, 1],
    options: { offsite: flag("send them to the place chosen under Studio > Settings > Backups") },
    examples: ["backup /mnt/backups", "backup --offsite"],
  },
  "backup-key": {
    what: "make the key pair that encrypts and opens backups, and print the recovery sheet",
    takes: "",
    names: [0, 0],
    options: { replace: flag("make a new key pair, although there is one") },
    examples: ["backup-key"],
  },
  restore: {
    what: "restore a backup from a folder, or from a bucket",
    takes: "[<folder>]",
    names: [0, 1],
    options: {
      ...bucket,
      "skip-damaged": flag("leave out damaged files"),
      "without-key": flag("restore although the master key is lost; everybody has to log in again"),
    },
    examples: ["restore /mnt/backups", "restore --from s3://my-backups/archive --key private-key.txt"],
  },
  verify: {
    what: "compare every file with its checksum; to check a backup instead, name its folder or its bucket",
    takes: "[<folder of a backup>]",
    names: [0, 1],
    options: bucket,
    examples: ["verify", "verify /mnt/backups", "verify --from s3://my-backups/archive --key private-key.txt"],
  },
  retention: {
    what: "run the cleanup now, as the server does every hour",
    takes: "",
    names: [0, 0],
    options: { "dry-run": dryRun },
    examples: ["retention --dry-run"],
  },
  "setup-link": {
    what: "print the set-up link; only while nobody can log in yet",
    takes: "",
    names: [0, 0],
    options: {},
    examples: ["setup-link"],
  },
  check: {
    what: "check that everything is set up correctly, and say how to correct what is not",
    takes: "",
    names: [0, 0],
    options: {},
    examples: ["check"],
  },
  config: {
    what: "print the current settings, without secrets",
    takes: "",
    names: [0, 0],
    options: {},
    examples: ["config"],
  },
};

/** A line that cannot be read; the message is for the person who wrote it. */
export class WrongLine extends Error {}

export function wantsHelp(args) {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

/** What the command was told: values of options by name, those without a value as true, and the other words. */
export function readLine(command, args) {
  const { options, names, takes } = commands[command];
  const refuse = (sentence) => {
    throw new WrongLine(`${sentence}\n\n${describeCommand(command)}`);
  };
  const known = Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type, multiple: true }]));
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const [values, flags, words] = [{}, {}, []];
  for (const { kind, name, rawName, value } of tokens) {
    if (kind === "positional") words.push(value);
    if (kind !== "option") continue;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) refuse(`${command} has no option ${rawName}.`);
    if (name in values || name in flags) refuse(`${rawName} was given twice.`);
    if (option.type === "boolean" && value !== undefined) refuse(`${rawName} takes no value.`);
    if (option.type === "string" && (value === undefined || value === ""))
      refuse(`After ${rawName} write its value: ${rawName} ${option.value}`);
    if (option.type === "string" && value.startsWith("--"))
      refuse(`After ${rawName} write its value: ${rawName} ${option.value}`);
    if (option.type === "string") values[name] = value;
    else flags[name] = true;
  }
  const [least, most] = names;
  if (words.length < least) refuse(`Say what: ${command} ${takes}`);
  if (words.length > most)
    refuse(
      most === 0 ? `${command} takes only options, not "${words[0]}".` : `${command} takes only one of these: ${takes}`,
    );
  return { values, flags, words };
}

export function describeCommand(command) {
  const { what, takes, options, examples } = commands[command];
  const lines = Object.entries(options).map(([name, { value, what: about }]) => [
    `--${name}${value ? ` ${value}` : ""}`,
    about,
  ]);
  const width = Math.max(0, ...lines.map(([left]) => left.length));
  return [
    `stagedoor ${[command, takes, lines.length > 0 ? "[options]" : ""].filter(Boolean).join(" ")}`,
    `  ${what}`,
    ...(lines.length > 0 ? ["", "Options:", ...lines.map(([left, about]) => `  ${left.padEnd(width)}  ${about}`)] : []),
    "",
    `Example${examples.length > 1 ? "s" : ""}:`,
    ...examples.map((example) => `  sudo stagedoor ${example}`),
  ].join("\n");
}

export function listCommands() {
  const list = Object.entries(commands).map(([name, { what }]) => `  ${name.padEnd(15)}${what}`);
  return `${list.join("\n")}\n\nFor the options of one: stagedoor <command> --help`;
}

/** What was probably meant by a word with a mistake in it. */
export function findSimilar(word) {
  const distances = Object.keys(commands).map((name) => [distanceOf(word, name), name]);
  const [[distance, name]] = distances.toSorted(([one], [other]) => one - other);
  return distance <= 2 ? name : undefined;
}

function distanceOf(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, a] of [...one.slice(0, 40)].entries()) {
    const next = [i + 1];
    for (const [j, b] of [...other].entries())
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (a === b ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}
