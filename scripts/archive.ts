// stagedoor <command>, or npm run archive -- <command>: what the owner of an archive does on the command line.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isAway } from "#server/away.ts";
import { describeSettings, readConfig, type Environment } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { becomeOwner, printSetUpLink } from "./owner.ts";
import { checkArchive } from "./check.ts";
import {
  commands as lines,
  describeCommand,
  findSimilar,
  listCommands,
  readLine,
  wantsHelp,
  WrongLine,
  type CommandName,
} from "./commands.mjs";
import { findArchive, installedSettings } from "./find-archive.ts";
import { importRecordings } from "./import.ts";
import { installArchive } from "./install/install.ts";
import { uninstallArchive } from "./install/uninstall.ts";
import { upgradeArchive } from "./install/upgrade.ts";
import { printBackupKey } from "./backup-key.ts";
import { keepBackup, restoreFromBackup, verifyFiles } from "./keep.ts";
import { readBackupKey } from "./offsite.ts";
import { moveDatabase, moveAllMedia } from "./move.ts";
import { runRetention } from "./retention.ts";
import { words } from "./words.ts";

type Command = (args: readonly string[], environment: Environment, backupKey?: string) => void | Promise<void>;

const commands: Record<string, Command> = {
  import: importRecordings,
  "move-database": moveDatabase,
  "move-media": moveAllMedia,
  backup: keepBackup,
  "backup-key": printBackupKey,
  restore: restoreFromBackup,
  verify: verifyFiles,
  retention: runRetention,
  "setup-link": printSetUpLink,
  check: checkArchive,
  config: printConfig,
};

/** These change the machine, not an archive, and need root for all of it. */
const machineCommands: Record<string, (args: readonly string[]) => Promise<void>> = {
  install: installArchive,
  upgrade: upgradeArchive,
  uninstall: uninstallArchive,
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(sayFailure(error));
  process.exitCode = 1;
}

async function run(all: readonly string[]): Promise<void> {
  const { chosen, rest } = takeChoice(all);
  const [name = "", ...args] = rest;
  if (isCommand(name)) {
    if (wantsHelp(args)) return console.log(describeCommand(name));
    // before anything is looked for
    readLine(name, args);
  }
  const machineCommand = Object.hasOwn(machineCommands, name) ? machineCommands[name] : undefined;
  if (machineCommand) return machineCommand(args);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    if (name === "" || name === "help" || wantsHelp([name])) return console.log(words.usage(listCommands()));
    throw new Refusal("bad-input", words.noCommand(name, findSimilar(name), listCommands()));
  }
  // npm changes to the folder of package.json, but the person names files as seen from their own
  if (process.env["npm_lifecycle_event"] === "archive") process.chdir(process.env["INIT_CWD"] ?? ".");
  const { dataDir, environment } = findArchive({
    program: path.resolve(fileURLToPath(import.meta.url), "../.."),
    folder: process.cwd(),
    environment: process.env,
    chosen,
    settingsFile: installedSettings,
  });
  console.error(words.worksOn(dataDir));
  // before that: only root may be able to read it
  const backupKey = readBackupKey(args);
  becomeOwner(dataDir);
  await command(args, environment, backupKey);
}

/** A stack helps only who has the code before them. */
function sayFailure(error: unknown): string {
  if (error instanceof Refusal || error instanceof WrongLine) return error.message;
  if (process.env["LOG_LEVEL"] === "debug") console.error(error);
  if (isAway(error)) return words.databaseAwayNow;
  return words.unexpected(error instanceof Error ? error.message : String(error));
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(lines, name);
}

/** --archive=<data folder>, anywhere in the line. */
function takeChoice(args: readonly string[]): { chosen: string | undefined; rest: string[] } {
  const mark = "--archive=";
  const chosen = args.find((word) => word.startsWith(mark))?.slice(mark.length);
  return { chosen, rest: args.filter((word) => !word.startsWith(mark)) };
}

function printConfig(_args: readonly string[], environment: Environment): void {
  for (const { name: setting, value, isDefault } of describeSettings(environment)) {
    console.log(`${setting.padEnd(32)}${value}${isDefault && value ? words.default : ""}`);
  }
  const { demo } = readConfig(environment);
  if (demo) console.log(words.demo);
}
