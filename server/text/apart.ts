// Reads long texts of strangers in a thread of its own, so that nobody waits for them, and not for ever.
import { Worker } from "node:worker_threads";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/words.ts";

/** What is shorter is read at once: it takes less than asking. */
export const mostHere = 2000;
const mostMs = 20_000;
const restsMs = 30_000;
const mostMemoryMb = 512;

let worker: Worker | undefined;
let rest: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The same function, apart. It must be pure, and exported under this name by the module at `place`; its first argument is
 * the text, or its bytes.
 */
export function apart<Text extends string | Uint8Array, More extends unknown[], Result>(
  place: string,
  name: string,
  read: (text: Text, ...more: More) => Result,
): (text: Text, ...more: More) => Promise<Result> {
  return async (text, ...more) => {
    if (text.length <= mostHere) return read(text, ...more);
    // one after the other
    const turn = last.then(() => ask({ place, name, args: [text, ...more] }) as Promise<Result>);
    last = turn.catch(() => undefined);
    return turn;
  };
}

export interface Asked {
  place: string;
  name: string;
  args: unknown[];
}

async function ask(asked: Asked): Promise<unknown> {
  clearTimeout(rest);
  const asking = (worker ??= start());
  asking.ref();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const limit = setTimeout(() => reject(new Error(`${asked.name} took longer than ${mostMs} ms`)), mostMs);
  asking.once("message", resolve).once("error", reject);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  asking.postMessage(asked);
  try {
    const { value, fault } = (await promise) as { value: unknown; fault?: unknown };
    if (fault !== undefined) throw fault;
    asking.off("error", reject).unref();
    rest = setTimeout(stop, restsMs).unref();
    return value;
  } catch (error) {
    stop();
    throw new Refusal("bad-input", words.tooHardToRead, { cause: error });
  } finally {
    clearTimeout(limit);
  }
}

function start(): Worker {
  return startThread(mostMemoryMb).on("error", stop);
}

/** A thread that calls functions by their names: it is sent what is `Asked`, one at a time. */
export function startThread(maxOldGenerationSizeMb: number): Worker {
  return new Worker(new URL("apart-worker.ts", import.meta.url), { resourceLimits: { maxOldGenerationSizeMb } });
}

function stop(): void {
  void worker?.terminate();
  worker = undefined;
}
