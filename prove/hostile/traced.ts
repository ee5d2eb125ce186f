// Every program the archive starts for a recording, watched from outside: what it opens, whom it calls, and the most memory
// it had. The archive is as it is: only the first word of its command line is found in a folder of ours.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Seen {
  programs: number;
  opens: number;
  /** Opened, or tried to: anything but its own input and output, libraries, and what every program asks of the system. */
  foreign: string[];
  connections: string[];
  mostMemoryMb: number;
}

export interface Tracing extends Disposable {
  /** What was seen since it was last asked. */
  look(): Seen;
}

/** Programs and the right to use them: some machines let nobody trace, or build walls. */
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

/** The memory is measured inside the walls, by the parent of ffmpeg: who builds them does not wait for what is in them. */
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

/** Paths as they are inside the walls. A name without a slash lies in its own folder. */
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

/** Only what happens once ffmpeg or ffprobe has taken over: who set up the walls sees both sides of them. */
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
