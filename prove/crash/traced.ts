// Runs one operation and kills it, with strace, at its n-th system call that stores something on the disk.
import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Order } from "./operation.ts";
import { childEnvironment } from "#server/testing/process.ts";

export type TracedEnd = "killed" | "done" | "killed after it was done" | "failed";

const calls = "fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,rmdir";

/** Where tracing is not allowed, the rig says so and counts nothing. */
export const mayTrace = spawnSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" }).status === 0;

/** SQLite's calls are made by the main thread, those for files by another. */
export type Where = "SQLite" | "files";

export async function runTraced(order: Order, { n, where }: { n: number; where: Where }): Promise<TracedEnd> {
  const child = fork(path.join(import.meta.dirname, "operation.ts"), [JSON.stringify(order)], {
    // strace counts per thread, so all file operations must use one thread
    env: { ...process.env, ...childEnvironment, UV_THREADPOOL_SIZE: "1" },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  await once(child, "message");
  const threads = (await readdir(`/proc/${child.pid}/task`)).filter(
    (id) => (id === String(child.pid)) === (where === "SQLite"),
  );
  const inject = `inject=${calls}:signal=SIGKILL:when=${n}`;
  const args = [...threads.flatMap((id) => ["-p", id]), "-e", `trace=${calls}`, "-e", inject, "-o", "/dev/null"];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  const traced = once(strace, "exit");
  await once(strace.stderr, "data");
  let isDone = false;
  child.on("message", () => (isDone = true));
  child.send("go");
  const [code, signal] = await ended;
  await traced;
  if (signal === "SIGKILL") return isDone ? "killed after it was done" : "killed";
  return code === 0 && isDone ? "done" : "failed";
}
