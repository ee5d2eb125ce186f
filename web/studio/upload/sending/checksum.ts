// Checksums of files, computed by workers: at most two at once, in the order of the requests.
const atOnce = 2;
let running = 0;
const line: (() => void)[] = [];

/** Null when the file cannot be read or there are no workers: then only the server recognises a known file, at the end. */
export async function findChecksum(file: File, signal: AbortSignal): Promise<string | null> {
  if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve));
  running += 1;
  try {
    return signal.aborted ? null : await work(file, signal);
  } finally {
    running -= 1;
    line.shift()?.();
  }
}

async function work(file: File, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL("./checksum-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<string | null>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data), { once: true });
      worker.addEventListener("error", () => resolve(null), { once: true });
      signal.addEventListener("abort", () => resolve(null), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
