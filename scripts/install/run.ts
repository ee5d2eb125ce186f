// Runs programs of the system, and makes a sentence of how they failed.
import { spawnSync } from "node:child_process";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

interface Options {
  cwd?: string;
  env?: Record<string, string | undefined>;
}

/** What it printed; fails when it does. */
export function run(program: string, args: readonly string[], options: Options = {}): string {
  const { status, stdout, error, stderr } = spawn(program, args, options);
  if (status === 0) return stdout;
  throw new Refusal("bad-input", words.failed(program, lastLine(`${stdout}\n${stderr}`) || error?.message || ""));
}

/** Whether it succeeded. */
export function tryRun(program: string, args: readonly string[], options: Options = {}): boolean {
  return spawn(program, args, options).status === 0;
}

/** What it printed, or undefined if it failed. */
export function tryPrint(program: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawn(program, args, {});
  return status === 0 ? stdout.trim() : undefined;
}

function spawn(program: string, args: readonly string[], { cwd = "/", env = {} }: Options) {
  return spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A program's last words are usually its reason; of apt and npm it is the first line marked as an error. */
function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const marked =
    lines.find((line) => /ENOSPC|no space left/i.test(line)) ?? lines.find((line) => line.startsWith("E: "));
  return (marked ?? lines.at(-1) ?? "").trim();
}
