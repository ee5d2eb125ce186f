// Builds a folder when its sources have changed: in a new folder first, then swapped in, one builder at a time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Build {
  name: string;
  sources: readonly string[];
  /** Where the result is. */
  dist: string;
  make: (folder: string) => void | Promise<void>;
}

/** Returns how long it took in seconds, or undefined when it was up to date. */
export async function buildOnce(build: Build): Promise<number | undefined> {
  const stamp = stampSources(build.sources);
  const isBuilt = () => readIfThere(path.join(build.dist, ".stamp")) === stamp;
  const lock = path.resolve(".cache", `build-${build.name}.lock`);
  while (!isBuilt()) {
    if (!takeLock(lock)) {
      await sleep(200);
      continue;
    }
    try {
      if (isBuilt()) return undefined;
      return await swapIn(build, stamp);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return undefined;
}

async function swapIn({ name, dist, make }: Build, stamp: string): Promise<number> {
  const began = performance.now();
  const unfinished = path.resolve(".cache", `${name}-${process.pid}`);
  await make(unfinished);
  writeFileSync(path.join(unfinished, ".stamp"), stamp);
  const old = path.resolve(".cache", `${name}-old-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(unfinished, dist);
  rmSync(old, { recursive: true, force: true });
  return (performance.now() - began) / 1000;
}

function stampSources(folders: readonly string[]): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(path.join(folder, "dist")))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .toSorted();
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function takeLock(lock: string): boolean {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (isStale(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** Held by nobody: its owner has died, or this process has the pid it had. */
function isStale(lock: string): boolean {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    const isOld = Date.now() - statSync(lock).mtimeMs > 5000;
    return owner ? owner === process.pid || !isAlive(owner) : isOld;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
