// The sandbox for ffmpeg, as argument lists: its own namespaces with one file to read and one folder to write, and limits
// on memory, time and size. Pure; run.ts starts the programs.

export interface Sandbox {
  /** False where the host forbids it: then ffmpeg runs with its own white lists and limits only. */
  hasBubblewrap: boolean;
  hasPrlimit: boolean;
  /** Why there is no bubblewrap. */
  obstacle?: Obstacle | undefined;
}

export interface Obstacle {
  /** missing: bubblewrap is not installed. not-allowed: the host refuses what it asks for. broken: anything else. */
  kind: "missing" | "not-allowed" | "broken";
  /** Its own words. */
  said: string;
}

interface Limits {
  memoryBytes: number;
  cpuSeconds: number;
  fileBytes: number;
}

export interface TaskPaths {
  /** Seen inside as /in/0, /in/1 and so on, and read only. */
  reads: readonly string[];
  /** Seen inside as /out, and the working directory. */
  writes?: string | undefined;
}

/** The command line and whether the program sees /in and /out, or the true paths. */
export function enclose(
  sandbox: Sandbox,
  program: readonly string[],
  task: { paths: TaskPaths; limits: Limits; niceness?: number },
): string[] {
  return [
    ...(process.platform === "win32" ? [] : ["nice", "-n", String(task.niceness ?? 10)]),
    ...(sandbox.hasPrlimit ? limit(task.limits) : []),
    ...(sandbox.hasBubblewrap ? bubblewrap(task.paths) : []),
    ...(sandbox.hasBubblewrap ? program : program.map((word) => showTruePath(word, task.paths))),
  ];
}

/** A run that does nothing, to see whether the host allows all this. */
export const trial: readonly string[] = [...bubblewrap({ reads: [] }), "true"];

/** How the kernel refuses: by permission, by a filter of system calls, or by a number of namespaces that is used up. */
const refusals = [
  ...["operation not permitted", "permission denied", "function not implemented"],
  ...["no permissions to", "creating new namespace failed", "no space left on device", "user namespace"],
];

export function nameObstacle(isInstalled: boolean, log: string): Obstacle {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const said = (lines.findLast((line) => line.startsWith("bwrap: ")) ?? lines.at(-1) ?? "").trim().slice(0, 200);
  if (!isInstalled) return { kind: "missing", said };
  const isRefused = said.startsWith("bwrap: ") && refusals.some((part) => said.toLowerCase().includes(part));
  return { kind: isRefused ? "not-allowed" : "broken", said };
}

function limit({ memoryBytes, cpuSeconds, fileBytes }: Limits): string[] {
  // `as` counts what is only reserved, too, and so does every thread's stack
  const memory = { data: memoryBytes, as: memoryBytes * 4, stack: 2 ** 21 };
  const numbers = { ...memory, cpu: cpuSeconds, fsize: fileBytes, nofile: 64, core: 0 };
  return ["prlimit", ...Object.entries(numbers).map(([name, value]) => `--${name}=${Math.ceil(value)}`)];
}

function bubblewrap({ reads, writes }: TaskPaths): string[] {
  return [
    ...["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"],
    ...["--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"],
    ...["--symlink", "usr/bin", "/bin", "--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
    ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...reads.flatMap((file, index) => ["--ro-bind", file, `/in/${index}`]),
    ...(writes === undefined ? [] : ["--bind", writes, "/out", "--chdir", "/out"]),
    ...["--setenv", "PATH", "/usr/bin"],
  ];
}

function showTruePath(word: string, { reads }: TaskPaths): string {
  const index = /^\/in\/(\d+)$/.exec(word)?.[1];
  return index === undefined ? word : (reads[Number(index)] ?? word);
}
