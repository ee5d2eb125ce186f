// Builds web/ into web/dist when its sources have changed: aside first, then swapped in, one builder at a time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const dist = path.resolve("web/dist");
const stampFile = path.join(dist, ".stamp");
const lock = path.resolve(".cache/build-page.lock");

/** Returns how long it took in seconds, or undefined when the page was up to date. */
export async function buildPage(): Promise<number | undefined> {
  const stamp = stampSources();
  while (!isBuilt(stamp)) {
    if (!takeLock()) {
      await sleep(200);
      continue;
    }
    try {
      if (isBuilt(stamp)) return undefined;
      return build(stamp);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return undefined;
}

function build(stamp: string): number {
  const began = performance.now();
  const aside = path.resolve(".cache", `page-${process.pid}`);
  const args = [
    "node_modules/vite/bin/vite.js",
    "build",
    "web",
    "--outDir",
    aside,
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error("The page could not be built; see the messages above.");
  writeFileSync(path.join(aside, ".stamp"), stamp);
  const old = path.resolve(".cache", `page-old-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(aside, dist);
  rmSync(old, { recursive: true, force: true });
  return (performance.now() - began) / 1000;
}

function isBuilt(stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
}

function stampSources(): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  for (const folder of ["contract", "web"]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(path.join("web", "dist")))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .toSorted();
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function takeLock(): boolean {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (isStale()) rmSync(lock, { force: true });
    return false;
  }
}

/** Held by nobody: its owner has died, or this process has the pid it had. */
function isStale(): boolean {
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
