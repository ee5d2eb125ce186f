// Calls of a running server that fail with EIO, as on a disk that is breaking, for as long as strace holds on to it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";

export interface Failing {
  /** The disk is well again; resolves with how many calls have failed. */
  end(): Promise<number>;
}

/** Of files only: the connections of Node are read and written by other calls. */
export const faults = {
  "cannot be written": "pwrite64,pwritev",
  "keeps nothing": "fsync,fdatasync",
  "cannot be read": "pread64,preadv,sendfile",
} as const;
export type Fault = keyof typeof faults;

export async function failCalls(pid: number, fault: Fault): Promise<Failing> {
  const calls = faults[fault];
  const seen = path.join(tmpdir(), `stagedoor-failing-${randomUUID()}`);
  const args = ["-f", "-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${calls}:error=EIO`, "-o", seen];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "exit");
  // said when every thread is held
  await Promise.race([once(strace.stderr, "data"), ended]);
  strace.stderr.resume();
  return {
    async end() {
      strace.kill("SIGINT");
      await ended;
      const lines = (await readFile(seen, "utf8")).split("\n");
      await rm(seen, { force: true });
      return lines.filter((line) => line.includes("(INJECTED)")).length;
    },
  };
}
