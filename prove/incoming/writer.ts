// A program that writes into the folder incoming, step by step. It reports when each step began and ended, and continues when
// one fails.
import { closeSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { joinName, fromKey } from "#server/intake/folder/byte-name.ts";
import type { Done, Step } from "./plans.ts";

const [folder = "", file = ""] = process.argv.slice(2);
const steps = JSON.parse(readFileSync(file, "utf8")) as Step[];
const at = (name: string) => joinName(folder, fromKey(name));
let handle: number | undefined;

const requireHandle = (): number => {
  if (handle === undefined) throw new Error("no file is open");
  return handle;
};

function act(step: Step): void {
  if (step.act === "open") handle = openSync(at(step.name), step.flags);
  if (step.act === "write") writeSync(requireHandle(), Buffer.from(step.data, "base64"));
  if (step.act === "truncate") ftruncateSync(requireHandle(), step.bytes);
  if (step.act === "rename") renameSync(at(step.name), at(step.to));
  if (step.act === "pause") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step.ms);
  if (step.act === "die") process.kill(process.pid, "SIGKILL");
  if (step.act !== "close") return;
  const open = requireHandle();
  handle = undefined;
  closeSync(open);
}

for (const step of steps) {
  const began = Date.now();
  let isDone = true;
  try {
    act(step);
  } catch {
    isDone = false;
  }
  const done: Done = { began, ended: Date.now(), isDone };
  writeSync(1, `${JSON.stringify(done)}\n`);
}
