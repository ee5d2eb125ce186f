// One server per data folder: a lock that the operating system gives back when the process ends, however it ends. With
// PostgreSQL several may share it, but none with somebody who moves or restores what is in there.
// It is SQLite's own file lock. Nothing else may open the file in this process: closing it would drop the lock.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Refusal } from "#server/refusal.ts";

export interface HeldFolder extends Disposable {
  release(): void;
}

export function holdDataFolder(folder: string, how: "alone" | "shared" = "alone"): HeldFolder {
  const held = tryHold(folder, { name: "server.lock", how });
  if (held) return held;
  throw new Refusal(
    "cannot-start",
    `Another server is already using the data folder ${folder}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Undefined when another process has it. */
export function tryHold(folder: string, { name, how }: { name: string; how: keyof typeof locks }) {
  const lock = openLock(folder, name);
  try {
    lock.exec(locks[how]);
  } catch (cause) {
    lock.close();
    if (isBusy(cause)) return undefined;
    throw unusable(folder, cause);
  }
  const release = (): void => {
    if (lock.isOpen) lock.close();
  };
  return { release, [Symbol.dispose]: release } satisfies HeldFolder;
}

const locks = {
  alone: "pragma locking_mode = exclusive; begin exclusive",
  shared: "begin; select count(*) from sqlite_schema",
} as const;

function openLock(folder: string, name: string): DatabaseSync {
  try {
    makeFolder(resolve(folder));
    return new DatabaseSync(join(folder, name), { timeout: 0 });
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
