// Installing is a list of steps. One loop does those that are not done yet, and undoes them again when one fails: so a dry
// run, a second run and a failure need no code of their own.
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

type Undoing = string | void;

export interface Step {
  /** What a person reads. */
  title: string;
  /** `hasChanged`: whether a step before this one changed something. */
  isDone(hasChanged: boolean): boolean | Promise<boolean>;
  run(): void | Promise<void>;
  /** Called when a later step fails, and when run() itself does. Returns why, if what was done has to stay. */
  undo?(): Undoing | Promise<Undoing>;
}

interface RunOptions {
  isDryRun: boolean;
  say(line: string): void;
}

/** Whether anything was to be done. */
export async function runSteps(steps: readonly Step[], { isDryRun, say }: RunOptions): Promise<boolean> {
  const begun: Step[] = [];
  let signal: string | undefined;
  const note = (name: string) => (signal = name);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, note);
  try {
    for (const step of steps) {
      if (await step.isDone(begun.length > 0)) {
        say(words.wasDone(step.title));
        continue;
      }
      begun.push(step);
      if (isDryRun) {
        say(words.willDo(step.title));
        continue;
      }
      say(words.doing(step.title));
      const began = performance.now();
      await step.run();
      if (signal) throw new Refusal("bad-input", words.interrupted);
      say(words.nowDone(step.title, ((performance.now() - began) / 1000).toFixed(1)));
    }
  } catch (error) {
    await undoAll(begun, say);
    throw isDiskFull(error) ? new Refusal("bad-input", words.diskFull, { cause: error }) : error;
  } finally {
    for (const name of signals) process.off(name, note);
  }
  if (isDryRun) say(words.dryRun);
  else if (begun.length === 0) say(words.nothingToDo);
  return begun.length > 0;
}

async function undoAll(begun: readonly Step[], say: (line: string) => void): Promise<void> {
  say(words.undoing);
  for (const step of begun.toReversed()) {
    if (!step.undo) continue;
    try {
      const why = await step.undo();
      say(why === undefined ? words.undone(step.title) : words.kept(step.title, why));
    } catch (error) {
      say(words.notUndone(step.title, (error as Error).message));
    }
  }
}

function isDiskFull(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || /ENOSPC|no space left on device/i.test(message);
}
