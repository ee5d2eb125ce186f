// Long computing in a thread of its own that gives way to everything else, so that nobody who watches waits for it.
import { constants, setPriority } from "node:os";
import { startThread, type Asked } from "#server/text/apart.ts";

const mostMemoryMb = 512;

/** The function of this name that the module at `place` exports; its arguments and its result are copied. */
export async function inThread<Result>(asked: Asked, signal?: AbortSignal): Promise<Result> {
  signal?.throwIfAborted();
  const worker = startThread(mostMemoryMb);
  const { promise, resolve, reject } = Promise.withResolvers<{ value: Result; fault?: unknown }>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  worker.once("message", resolve).once("error", reject);
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
    worker.postMessage(asked);
    const { value, fault } = await promise;
    if (fault !== undefined) throw fault;
    return value;
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

/** Called in the thread: on Linux each has a priority of its own. */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}
