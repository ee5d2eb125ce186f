// The only file that starts ffmpeg and ffprobe: in a sandbox, with low priority and a time limit, and killed with all
// child processes.
import { spawn, type ChildProcess } from "node:child_process";
import { createReadStream } from "node:fs";
import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readEnd } from "#server/media/facts/file-end.ts";
import { requireRecording } from "#server/media/facts/magic.ts";
import { saysDiskFailed, saysDiskFull } from "#server/media/store/disk-full.ts";
import { enclose, nameObstacle, trial, type TaskPaths, type Sandbox } from "./sandbox.ts";
import { openTurns, type Turns } from "#server/media/store/turns.ts";
import { words } from "#server/media/words.ts";
import { Refusal } from "#server/refusal.ts";

export interface Tools {
  sandbox: Sandbox;
  turns: Record<Weight, Turns>;
}

/**
 * heavy: encoders take turns, at most half the cores. urgent: the one that makes a recording watchable does not wait for
 * them. light: what only copies or looks. early: copies what is still arriving, which may take hours.
 */
export type Weight = "light" | "urgent" | "heavy" | "early";

export interface Task {
  program: readonly ["ffmpeg" | "ffprobe", ...string[]];
  paths: TaskPaths;
  weight: Weight;
  /** Of real time, not of processor time; then the whole group of processes is killed. */
  limitSeconds: number;
  /** The size of the pictures that it decodes or encodes. */
  pixels?: number | undefined;
  signal?: AbortSignal | undefined;
  /** What the program reads as pipe:0. */
  input?: AsyncIterable<Buffer> | undefined;
  /** How many seconds of the recording are done; only with `-progress pipe:3` among the arguments. */
  onSeconds?: ((seconds: number) => void) | undefined;
  /** Takes what the program writes to its output; otherwise it is returned, up to 16 MiB. */
  onOutput?: ((chunk: Buffer) => void) | undefined;
}

export interface Ended {
  output: Buffer;
  /** What it said on the error channel, at most the last 64 KiB. */
  log: string;
}

/** The program ended badly. `log` is its own words, for our log and never for a person. */
export class ProgramFailed extends Error {
  override readonly name = "ProgramFailed";
  readonly log: string;
  /** The code of the file system's own errors. */
  readonly code: "ENOSPC" | undefined;
  /** It was killed, its time was up, or the disk failed it: that says nothing about what it worked on. */
  readonly wasEnded: boolean;
  /** Only this program was ended: it took too long, or was killed. */
  readonly wasKilled: boolean;
  readonly isDamaged: boolean;

  constructor(words: string, log: string, { wasEnded = false, wasKilled = false, isDamaged = false } = {}) {
    super(`${words}${log ? `: ${log.trim().split("\n").slice(-3).join(" | ").slice(-600)}` : ""}`);
    this.log = log;
    this.code = saysDiskFull(log) ? "ENOSPC" : undefined;
    this.wasEnded = wasEnded || wasKilled;
    this.wasKilled = wasKilled;
    this.isDamaged = isDamaged;
  }
}

/** The program looked at its source and could not read it: not the machine's fault, and the same the next time. */
export function saysUnreadable(error: unknown): error is ProgramFailed {
  return error instanceof ProgramFailed && !error.wasEnded && error.code === undefined;
}

/** It could decode next to nothing of its source. */
export function saysDamaged(error: unknown): error is ProgramFailed {
  return saysUnreadable(error) && error.isDamaged;
}

/** ffmpeg's own: more than two thirds of a track could not be decoded. */
const mostlyDamaged = 69;

const outputLimit = 16 * 2 ** 20;
const logLimit = 64 * 1024;
/** How it ends when somebody else ends it; inside the sandbox, and behind a shell, a signal is a number above 128. */
const endings: readonly (number | string)[] = ["SIGHUP", "SIGINT", "SIGKILL", "SIGTERM", 129, 130, 137, 143];

export async function openTools(cores = availableParallelism()): Promise<Tools> {
  const [bubblewrap, prlimit] = await Promise.all([attempt(trial), attempt(["prlimit", "--nofile=64", "true"])]);
  const obstacle = bubblewrap.code === 0 ? undefined : nameObstacle(bubblewrap.code !== "missing", bubblewrap.log);
  const half = Math.max(1, Math.floor(cores / 2));
  const turns = {
    heavy: openTurns(half),
    urgent: openTurns(1),
    light: openTurns(Math.max(2, half)),
    early: openTurns(1),
  };
  return { sandbox: { hasBubblewrap: !obstacle, hasPrlimit: prlimit.code === 0, obstacle }, turns };
}

async function attempt([program = "", ...args]: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-logLimit)));
  const code = await watch(child).catch(({ code: fault, message }: NodeJS.ErrnoException) => {
    log ||= message;
    return fault === "ENOENT" ? ("missing" as const) : "failed";
  });
  return { code, log: log || `${program} ended with ${code}` };
}

export async function run(tools: Tools, task: Task): Promise<Ended> {
  using _turn = await tools.turns[task.weight].take(task.signal);
  task.signal?.throwIfAborted();
  const [command = "", ...args] = enclose(tools.sandbox, task.program, {
    paths: task.paths,
    limits: limitsOf(task),
    // what takes hours gives way to everything
    niceness: task.weight === "heavy" ? 19 : 10,
  });
  const child = spawn(command, args, {
    cwd: tools.sandbox.hasBubblewrap ? "/" : (task.paths.writes ?? "/"),
    env: { PATH: process.env.PATH ?? "/usr/bin" },
    stdio: [task.input ? "pipe" : "ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const said = listen(child, task);
  // a program that ends before its input reports the reason itself
  if (task.input && child.stdin) pipeline(Readable.from(task.input), child.stdin).catch(() => {});
  const timer = setTimeout(() => end(child), task.limitSeconds * 1000);
  const stop = () => end(child);
  task.signal?.addEventListener("abort", stop, { once: true });
  const began = performance.now();
  try {
    const code = await watch(child);
    task.signal?.throwIfAborted();
    const log = said.log();
    const isLate = performance.now() - began >= task.limitSeconds * 1000;
    const [name] = task.program;
    if (isLate) throw new ProgramFailed(words.tookTooLong(name, task.limitSeconds), log, { wasKilled: true });
    // ffmpeg treats unreadable input as the end of the recording and reports success
    const hasDiskFailed = saysDiskFailed(log) && !(await isCutOffThere(task, log));
    const wasKilled = hasBeenStopped(name, code, log) && !said.isTooMuch();
    const wasEnded = hasDiskFailed || hasNotBegun(code, log);
    const isDamaged = code === mostlyDamaged;
    if (code !== 0 && saysNoMemory(log))
      throw new Refusal("bad-input", words.tooMuchMemory, {
        cause: new ProgramFailed(words.endedWith(name, code), log),
      });
    const how = hasDiskFailed ? words.diskFailed(name) : words.endedWith(name, code);
    if (code !== 0 || hasDiskFailed)
      throw new ProgramFailed(how, log, { wasEnded, wasKilled: wasKilled && !wasEnded, isDamaged });
    return { output: said.output(), log };
  } finally {
    clearTimeout(timer);
    task.signal?.removeEventListener("abort", stop);
  }
}

const noMemory = ["cannot allocate memory", "out of memory", "malloc of size"];

/** Of the memory that we allow it. The next attempt would reach the same limit. */
function saysNoMemory(log: string): boolean {
  // lines that begin with a space are titles and descriptions of the recording, which may say anything
  const lines = log.split("\n").filter((line) => !line.startsWith(" "));
  return noMemory.some((said) => lines.some((line) => line.toLowerCase().includes(said)));
}

/** Asked to end by a signal, ffmpeg tidies up and ends with 255, as it does where it lacks a permission. */
function hasBeenStopped(name: string, code: number | string, log: string): boolean {
  return endings.includes(code) || (name === "ffmpeg" && code === 255 && !log.includes("Operation not permitted"));
}

/** Some formats report an end inside of a packet as a disk error. Then the file is all there, and says itself that it is cut off. */
async function isCutOffThere({ paths, signal }: Task, log: string): Promise<boolean> {
  const places = paths.reads.flatMap((file, place) => [`/in/${place}: `, `${file}: `]);
  const faults = log.split("\n").filter(saysDiskFailed);
  if (!faults.every((line) => places.some((place) => line.startsWith(place)))) return false;
  for (const file of paths.reads) {
    const container = await requireRecording(file).catch(() => undefined);
    if (!container || !(await readEnd(file, container)).isCutOff || !(await canRead(file, signal))) return false;
  }
  return paths.reads.length > 0;
}

/** All of it, from the beginning to the end. */
export async function canRead(file: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 20, signal }));
    return true;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

/** The sandbox could not be set up, or the program is missing. */
function hasNotBegun(code: number | string, log: string): boolean {
  return code === 126 || code === 127 || /^(bwrap|prlimit|nice): /m.test(log);
}

/** Measured: 60 MB for sound, 900 for all sizes of a 4K recording. Pictures of 8K need four times as much. */
const mostBytes = { sound: 768 * 2 ** 20, pictures: 1536 * 2 ** 20 };
const pixelsOf4K = 3840 * 2160;

function limitsOf({ weight, limitSeconds, pixels = 0 }: Task) {
  const isLight = weight === "light" || weight === "early";
  const memoryBytes = isLight ? mostBytes.sound : mostBytes.pictures * Math.max(1, pixels / pixelsOf4K);
  // `cpu` counts every thread
  return { memoryBytes, cpuSeconds: limitSeconds * Math.max(2, availableParallelism()), fileBytes: 256 * 2 ** 30 };
}

function listen(child: ChildProcess, { onOutput, onSeconds }: Task) {
  const chunks: Buffer[] = [];
  let size = 0;
  let log = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    if (onOutput) return onOutput(chunk);
    size += chunk.length;
    if (size > outputLimit) end(child);
    else chunks.push(chunk);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-logLimit);
  });
  const progress = child.stdio[3] as Readable;
  progress.setEncoding("utf8").on("data", (text: string) => {
    const micros = [...text.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1];
    if (micros !== undefined) onSeconds?.(Number(micros) / 1e6);
  });
  return { output: () => Buffer.concat(chunks), log: () => log, isTooMuch: () => size > outputLimit };
}

function watch(child: ChildProcess): Promise<number | string> {
  const { promise, resolve, reject } = Promise.withResolvers<number | string>();
  child.once("error", reject);
  child.once("close", (code, signal) => resolve(code ?? signal ?? "nothing"));
  return promise;
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
