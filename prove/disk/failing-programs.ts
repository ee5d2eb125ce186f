// Runs ffmpeg and ffprobe so that their reads of the recording, or their writes, fail with EIO from the n-th on. The archive is
// unchanged: only the first program of its command line is found in our own folder.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

interface FailingPrograms extends Disposable {
  /** Applies until the next call; null: the disk works. */
  fail(what: { calls: "reads" | "writes"; from: number } | null): void;
}

const inject = {
  reads: (from: number) => `-P /in/0 -e inject=read,pread64:error=EIO:when=${from}+`,
  writes: (from: number) => `-e trace=write -e inject=write:error=EIO:when=${from}+`,
};

/** Programs are traced inside the sandbox, which some machines do not allow. */
export const mayFailPrograms =
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--dev", "/dev", "--unshare-all", "strace", "-o", "/dev/null", "true"], {
    stdio: "ignore",
  }).status === 0;

export function openFailingPrograms(folder: string): FailingPrograms {
  mkdirSync(folder, { recursive: true });
  const fault = path.join(folder, "fault");
  const shim = path.join(folder, "nice");
  writeFileSync(shim, script(fault));
  chmodSync(shim, 0o755);
  const before = process.env["PATH"];
  process.env["PATH"] = `${folder}:${before}`;
  return {
    fail(what) {
      if (what === null) rmSync(fault, { force: true });
      else writeFileSync(fault, inject[what.calls](what.from));
    },
    [Symbol.dispose]: () => void (process.env["PATH"] = before),
  };
}

function script(fault: string): string {
  return `#!/bin/sh
[ -f "${fault}" ] || exec /usr/bin/nice "$@"
left=$#
while [ $left -gt 0 ]; do
  word=$1
  shift
  case "$word" in
    ffmpeg|ffprobe) set -- "$@" strace -f -qq -o /dev/null $(cat "${fault}") "$word" ;;
    *) set -- "$@" "$word" ;;
  esac
  left=$((left - 1))
done
exec /usr/bin/nice "$@"
`;
}
