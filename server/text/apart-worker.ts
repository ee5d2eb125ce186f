// A thread that calls functions by their names, for apart.ts and thread.ts.
import { parentPort } from "node:worker_threads";
import type { Asked } from "./apart.ts";

parentPort?.on("message", async ({ place, name, args }: Asked) => {
  let answer: { value?: unknown; fault?: unknown };
  try {
    const module = (await import(place)) as Record<string, (...args: unknown[]) => unknown>;
    answer = { value: await module[name]?.(...args) };
  } catch (fault) {
    answer = { fault };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  parentPort?.postMessage(answer);
});
