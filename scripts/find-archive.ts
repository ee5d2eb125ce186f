// Finds the archive that a command works on: the installed one, or one in a checkout. It never chooses between two.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { databaseName } from "#server/backup/manifest.ts";
import { readEnvironment, type Environment } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export const installedSettings = "/etc/stagedoor/settings.env";

interface FoundArchive {
  dataDir: string;
  /** The settings as the server reads them, with DATA_DIR as an absolute path. */
  environment: Environment;
}

interface Search {
  /** The folder of this program. */
  program: string;
  /** Where the person is. */
  folder: string;
  environment: Environment;
  /** The data folder that the person named with --archive. */
  chosen: string | undefined;
  /** The settings of the installed archive, if there is one. */
  settingsFile: string;
}

export function findArchive({ program, folder, environment, chosen, settingsFile }: Search): FoundArchive {
  // a service and a container name their archive; so does a person who sets DATA_DIR
  const isNamed = ["SETTINGS_FILE", "DATA_DIR", "DATABASE_URL"].some((name) => environment[name]);
  if (isNamed && chosen === undefined) return read(program, environment, folder);

  const installed = existsSync(settingsFile) ? [readInstalled(settingsFile, environment)] : [];
  const checkouts = [...new Set([program, folder])].filter(isCheckout).map((place) => read(place, environment, place));
  const found = [...installed, ...checkouts.filter(holdsArchive)];
  if (chosen !== undefined) {
    const place = path.resolve(folder, chosen);
    const match = found.find(({ dataDir }) => dataDir === place);
    if (!match) throw new Refusal("bad-input", words.noArchive(place));
    return match;
  }
  if (found.length > 1) {
    throw new Refusal("bad-input", words.severalArchives(found.map(({ dataDir }) => dataDir)));
  }
  return found[0] ?? read(program, environment, program);
}

function read(program: string, given: Environment, base: string): FoundArchive {
  const environment = readEnvironment(program, given);
  const dataDir = path.resolve(base, environment["DATA_DIR"] || "data");
  return { dataDir, environment: { ...environment, DATA_DIR: dataDir } };
}

function readInstalled(settingsFile: string, environment: Environment): FoundArchive {
  try {
    return read("/", { ...environment, SETTINGS_FILE: settingsFile }, "/");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EACCES") throw cause;
    throw new Refusal("bad-input", words.needsRoot(settingsFile), { cause });
  }
}

function isCheckout(folder: string): boolean {
  try {
    const { name } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { name?: unknown };
    return name === "stagedoor";
  } catch {
    return false;
  }
}

function holdsArchive({ dataDir, environment }: FoundArchive): boolean {
  return Boolean(environment["DATABASE_URL"]) || existsSync(path.join(dataDir, databaseName));
}
