// stagedoor upgrade: puts the program of this checkout in place of the one in use. A backup is made first; if the new program
// does not become ready, the old one runs again with the database as it was.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { readLine } from "#scripts/commands.mjs";
import { Refusal } from "#server/refusal.ts";
import { appArmorSteps } from "./apparmor.ts";
import { findFault, thisMachine } from "./checks.mjs";
import { linkStep } from "./files.ts";
import { packagesStep } from "./system-packages.ts";
import { checkout, places } from "./places.ts";
import { findCurrent, folderOf, nameRelease, oldReleasesStep, releaseSteps } from "./release.ts";
import { run } from "./run.ts";
import { findRole, hasSystemd, readyStep, restartStep, stopStep, unitsStep } from "./systemd.ts";
import { readInstalled } from "./settings.ts";
import { runSteps, type Step } from "./step.ts";
import { words } from "./words.ts";

export async function upgradeArchive(args: readonly string[]): Promise<void> {
  const fault = await findFault(["upgrade", ...args], thisMachine);
  if (fault) throw new Refusal("bad-input", fault);
  const isDryRun = readLine("upgrade", args).flags["dry-run"] ?? false;
  if (!hasSystemd()) throw new Refusal("bad-input", words.noSystemd);
  process.umask(0o022);
  const release = nameRelease(checkout);
  const current = findCurrent() ?? "";
  if (current === release) return console.log(words.isNewest(release));
  try {
    await runSteps(listSteps(release, current), { isDryRun, say: console.log });
  } catch (error) {
    console.log(words.rolledBack(current));
    throw error;
  }
  if (!isDryRun) console.log(words.upgraded(release));
}

function listSteps(release: string, current: string): Step[] {
  const { port, backups, dataDir, isOnPostgres } = readInstalled();
  return [
    packagesStep(["ffmpeg", "bubblewrap"]),
    ...releaseSteps(release),
    // of several servers none keeps all files; one of them sends a backup away
    ...(findRole() ? [] : [backupStep(backups)]),
    stopStep(port),
    ...(isOnPostgres ? [] : [keepDatabaseStep(dataDir, [current, release])]),
    unitsStep(),
    ...appArmorSteps(),
    linkStep(places.current, folderOf(release)),
    restartStep(),
    readyStep(port),
    oldReleasesStep(release, current),
  ];
}

/** Made by the old program, while it runs. */
function backupStep(folder: string): Step {
  return {
    title: words.backup(folder),
    isDone: () => false,
    run() {
      try {
        run(places.command, ["backup", folder, `--archive=${readInstalled().dataDir}`]);
      } catch (cause) {
        console.error((cause as Error).message);
        throw new Refusal("bad-input", words.backupFailed, { cause });
      }
    },
  };
}

/** Put back only where the new program changes the database: what members did in the meantime stays otherwise. */
function keepDatabaseStep(dataDir: string, [before, after]: readonly [string, string]): Step {
  const copy = path.join(dataDir, "before-upgrade");
  const move = (from: string, to: string) => {
    for (const name of listDatabase(to)) rmSync(path.join(to, name));
    for (const name of listDatabase(from)) run("cp", ["--archive", path.join(from, name), path.join(to, name)]);
  };
  return {
    title: words.keepDatabase,
    isDone: () => false,
    run() {
      mkdirSync(copy, { recursive: true, mode: 0o700 });
      move(dataDir, copy);
    },
    undo() {
      if (listMigrations(before) !== listMigrations(after)) move(copy, dataDir);
    },
  };
}

function listDatabase(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^stagedoor\.db(-wal|-shm)?$/.test(name));
}

function listMigrations(release: string): string {
  const folder = path.join(folderOf(release), "server", "database", "migrations");
  return existsSync(folder) ? readdirSync(folder).join() : "";
}
