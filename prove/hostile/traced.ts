// Watches every program that the archive starts for a recording: which files it opens, its connections, and its highest memory.
// The archive is unchanged: only the first program of its command line is found in our own folder.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Seen {
  programs: number;
  opens: number;
  /** Files it opened or tried to open, except its own input and output, libraries, and system files that every program reads. */
  foreign: string[];
  connections: string[];
  mostMemoryMb: number;
}

interface Tracing extends Disposable {
  /** What was seen since the last call. */
  look(): Seen;
}

/** Whether the needed programs exist and work: some machines do not allow tracing or sandboxes. */
export const mayWatch =
  existsSync("/usr/bin/time") &&
  [
    ["strace", "-o", "/dev/null", "true"],
    ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"],
  ].every(([program = "", ...args]) => spawnSync(program, args, { stdio: "ignore" }).status === 0);

export function startTracing(folder: string): Tracing {
  const traces = path.join(folder, "traces");
  mkdirSync(traces, { recursive: true });
  const shim = path.join(folder, "nice");
  writeFileSync(shim, script(traces));
  chmodSync(shim, 0o755);
  const before = process.env["PATH"];
  process.env["PATH"] = `${folder}:${before}`;
  return {
    look() {
      const seen: Seen = { programs: 0, opens: 0, foreign: [], connections: [], mostMemoryMb: 0 };
      for (const name of readdirSync(traces)) {
        const file = path.join(traces, name);
        const text = readFileSync(file, "utf8");
        if (name.endsWith(".calls")) readCalls(text, seen);
        else
          seen.mostMemoryMb = Math.max(
            seen.mostMemoryMb,
            ...[...text.matchAll(/most (\d+)/g)].map(([, kb]) => Number(kb) / 1024),
          );
        rmSync(file);
      }
      return seen;
    },
    [Symbol.dispose]: () => void (process.env["PATH"] = before),
  };
}

/** Memory is measured inside the sandbox, by the parent of ffmpeg, because bwrap does not wait for the program inside it. */
function script(traces: string): string {
  const calls = "trace=openat,open,openat2,creat,connect,socket,execve";
  return `#!/bin/sh
exec 9>>"${traces}/$$.memory"
left=$#
while [ $left -gt 0 ]; do
  word=$1
  shift
  case "$word" in
    ffmpeg|ffprobe) set -- "$@" /usr/bin/time -f 'most %M' -a -o /proc/self/fd/9 "$word" ;;
    *) set -- "$@" "$word" ;;
  esac
  left=$((left - 1))
done
exec /usr/bin/strace -f -qq -s 400 -e ${calls} -o "${traces}/$$.calls" /usr/bin/nice "$@"
`;
}

/** Paths inside the sandbox. A name without a slash is in the program's own folder. */
const own = [
  /^\/in\/\d+$/,
  /^[^/]+$/,
  /^\/(usr\/)?(local\/)?lib(64|exec)?\//,
  /^\/usr\/share\/(zoneinfo|locale|libdrm|glib-2\.0|gcc|icu)\//,
  /^\/etc\/(ld\.so\.(cache|preload)|alternatives\/.*|gcrypt\/.*)$/,
  /^\/dev\/(null|urandom|random)$/,
  /^\/proc\/(self|thread-self|cpuinfo|meminfo|filesystems|stat|mounts|sys\/(vm|kernel|crypto)\/[a-z_]+)(\/(maps|stat|status|auxv|cgroup|task\/\d+\/comm))?$/,
  /^\/sys\/(devices\/system\/(cpu|node)|fs\/cgroup|kernel\/mm)(\/|$)/,
];

/** Only calls after ffmpeg or ffprobe has started: bwrap itself still sees the files outside. */
function readCalls(text: string, seen: Seen): void {
  const before = new Set<string>();
  let program: string | null = null;
  for (const line of text.split("\n")) {
    const [, pid = "", call = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (program === null) {
      if (/^execve\("[^"]*\/ff(mpeg|probe)".*= 0$/.test(call)) {
        program = pid;
        seen.programs += 1;
      } else before.add(pid);
      continue;
    }
    if (pid !== program && before.has(pid)) continue;
    const opened = /^(?:openat2?\([^,]+, |open\(|creat\()"([^"]*)"/.exec(call)?.[1];
    if (opened !== undefined) {
      seen.opens += 1;
      if (!own.some((pattern) => pattern.test(opened)) || opened.includes("..")) seen.foreign.push(opened);
    }
    if (/^(socket|connect)\(/.test(call)) seen.connections.push(call);
    if (call.startsWith("execve(")) seen.foreign.push(call);
  }
}
