// Steps that make folders, files and links. What was there before is put back when a later step fails.
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Refusal } from "#server/refusal.ts";
import { run, tryRun } from "./run.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

interface Rights {
  mode: number;
  /** Its name; root if left out. Looked up late: the user may be made by an earlier step. */
  owner?: string;
}

/** A folder that is there already is used as it is, and has to be of use. */
export function folderStep(folder: string, rights: Rights): Step {
  let isMade = false;
  return {
    title: words.folder(folder),
    isDone: () => existsSync(folder) && mayWrite(folder, rights.owner),
    run() {
      if (existsSync(folder)) throw new Refusal("bad-input", words.folderNotOurs(folder, rights.owner ?? "root"));
      mkdirSync(path.dirname(folder), { recursive: true });
      mkdirSync(folder);
      isMade = true;
      setRights(folder, rights);
    },
    // made by this run, like everything in it
    undo() {
      if (isMade) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first start encrypts what is in PostgreSQL with a key that it makes: then neither the key goes nor the user that it belongs to. */
export function keepingKey(step: Step, file: string): Step {
  return { ...step, undo: () => (existsSync(file) ? words.keyIsNeeded(file) : step.undo?.()) };
}

function mayWrite(folder: string, user = "root"): boolean {
  return user === "root" || tryRun("runuser", ["-u", user, "--", "test", "-w", folder]);
}

export function fileStep(file: string, makeText: (before: string | undefined) => string, rights: Rights): Step {
  let before: { text: string; mode: number } | undefined;
  let isBegun = false;
  const read = () => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  let madeFolder: string | undefined;
  return {
    title: words.file(file),
    isDone() {
      const text = read();
      return text !== undefined && text === makeText(text) && (statSync(file).mode & 0o777) === rights.mode;
    },
    run() {
      const text = read();
      isBegun = true;
      before = text === undefined ? undefined : { text, mode: statSync(file).mode & 0o777 };
      madeFolder = mkdirSync(path.dirname(file), { recursive: true });
      writeWhole(file, makeText(text), rights);
    },
    undo() {
      if (!isBegun) return;
      if (before) writeWhole(file, before.text, { ...rights, mode: before.mode });
      else rmSync(file, { force: true });
      if (madeFolder) rmSync(madeFolder, { recursive: true, force: true });
    },
  };
}

/** Several files as one step. */
export function allOf(steps: readonly Step[], title: string): Step {
  return {
    title,
    async isDone(hasChanged) {
      for (const step of steps) if (!(await step.isDone(hasChanged))) return false;
      return true;
    },
    async run() {
      for (const step of steps) await step.run();
    },
    undo: () => undoAll(steps),
  };
}

export async function undoAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps.toReversed()) await step.undo?.();
}

export function linkStep(link: string, target: string): Step {
  const read = () => (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : undefined);
  let before: string | undefined;
  return {
    title: words.link(link, target),
    isDone: () => read() === target,
    run() {
      before = read();
      replaceLink(link, target);
    },
    undo() {
      if (before !== undefined) replaceLink(link, before);
      else rmSync(link, { force: true });
    },
  };
}

/** Replaces a link in one step for everybody who follows it. */
function replaceLink(link: string, target: string): void {
  mkdirSync(path.dirname(link), { recursive: true });
  const unfinished = `${link}.new`;
  rmSync(unfinished, { force: true });
  symlinkSync(target, unfinished);
  renameSync(unfinished, link);
}

function writeWhole(file: string, text: string, rights: Rights): void {
  const unfinished = `${file}.new`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    setRights(unfinished, rights);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function setRights(place: string, { mode, owner }: Rights): void {
  if (owner) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(run("id", [flag, owner])));
    chownSync(place, uid ?? 0, gid ?? 0);
  }
  chmodSync(place, mode);
}
