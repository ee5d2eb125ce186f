// One server per data folder: a lock that the operating system releases when the process ends, however it ends. With
// PostgreSQL several servers may share it, but not while somebody moves or restores the data.
// It is SQLite's own file lock. Nothing else may open the file in this process: closing it would drop the lock.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

interface HeldFolder extends Disposable {
  release(): void;
}

export function holdDataFolder(folder: string, how: "alone" | "shared" = "alone"): HeldFolder {
  const held = tryHold(folder, { name: "server.lock", how });
  if (held) return held;
  throw new Refusal("cannot-start", words.folderInUse(folder));
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
  return new Refusal("cannot-start", words.folderNotWritable(folder), { cause });
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}
