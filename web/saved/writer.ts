// The worker that writes, as a function. One for this tab; it is started when something is saved.
import type { Piece } from "./write-worker.ts";

let worker: Worker | undefined;

export class WriteProblem extends Error {
  readonly isFull: boolean;

  constructor(name: string) {
    super(name);
    this.name = "WriteProblem";
    this.isFull = name === "QuotaExceededError";
  }
}

export async function writePiece({ path, at, bytes }: Piece): Promise<void> {
  worker ??= new Worker(new URL("write-worker.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string | null>((resolve, reject) => {
    port1.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data), { once: true });
    worker?.addEventListener("error", () => reject(new WriteProblem("Error")), { once: true });
  });
  port1.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker.postMessage({ path, at, bytes } satisfies Piece, [port2, bytes.buffer]);
  const problem = await answer.finally(() => port1.close());
  if (problem !== null) throw new WriteProblem(problem);
}
