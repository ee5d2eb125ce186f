// One server per data folder: a lock that the operating system gives back when the process ends, however it ends.
// It is SQLite's own file lock. Nothing else may open server.lock in this process: closing it would drop the lock.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Refusal } from "#server/refusal.ts";

export interface HeldFolder extends Disposable {
  release(): void;
}

export function holdDataFolder(folder: string): HeldFolder {
  const lock = openLock(folder);
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw unusable(folder, cause);
    throw new Refusal(
      "cannot-start",
      `Another server is already using the data folder ${folder}: stop it first, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  const release = (): void => {
    if (lock.isOpen) lock.close();
  };
  return { release, [Symbol.dispose]: release };
}

function openLock(folder: string): DatabaseSync {
  try {
    makeFolder(resolve(folder));
    return new DatabaseSync(join(folder, "server.lock"), { timeout: 0 });
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

// Step by step: Node's own recursive mkdir never returns where the file system answers "no such folder", as /proc does.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function unusable(folder: string, cause: unknown): Refusal {
  return new Refusal(
    "cannot-start",
    `The data folder ${folder} cannot be written: make it writable for this user, or set DATA_DIR to a folder that is.`,
    { cause },
  );
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}
