// Makes system calls of a running server fail with EIO, as on a failing disk, for as long as strace is attached.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";

interface Failing {
  /** The disk works again; resolves with the number of failed calls. */
  end(): Promise<number>;
}

/** Only calls for files: Node uses other calls for connections. */
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
  // printed when strace is attached to every thread
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
