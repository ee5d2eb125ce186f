// Load with large answers, on the loopback only: a few connections in their own threads, whose bodies the kernel discards.
// wrk reads 8 KiB at a time: receiving then costs as much as sending, and all servers look alike.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Done, Work } from "./drain-worker.ts";
import type { Measured } from "./ratios.ts";
import { readCpu, writeRequest, type Target } from "./wrk.ts";

const seconds = 1;
const mostTries = 4;

interface Drain extends AsyncDisposable {
  /** Rates and costs are per answer of `meanBytes`. */
  load(name: string, target: Target, meanBytes: number): () => Promise<Measured>;
}

export async function openDrain(mostConnections = 16): Promise<Drain> {
  const workers = Array.from(
    { length: mostConnections },
    () =>
      new Worker(new URL("./drain-worker.ts", import.meta.url), {
        execArgv: ["--disable-warning=ExperimentalWarning"],
      }),
  );
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const run = async (work: Work, connections: number): Promise<Done[]> =>
    Promise.all(
      workers.slice(0, connections).map(async (worker, n) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
        worker.postMessage({ ...work, start: n * Math.floor(work.requests.length / connections) });
        const [done] = (await once(worker, "message")) as [Done];
        return done;
      }),
    );
  return {
    load(name, { port, pids, requests, connections = 8 }, meanBytes) {
      const work = { port, start: 0, seconds, requests: requests.map((request) => writeRequest(port, request)) };
      return async () => {
        for (let tries = 1; ; tries++) {
          const before = readCpu(pids);
          const all = await run(work, connections);
          const cpu = readCpu(pids) - before;
          const [bytes, wrong] = [sum(all, "bytes"), sum(all, "wrong")];
          if (wrong === 0 && bytes > 0) {
            const answers = bytes / meanBytes;
            return {
              requestsPerSecond: answers / (sum(all, "seconds") / connections),
              cpuMicroseconds: (cpu * 1e6) / answers,
            };
          }
          if (tries === mostTries) throw new Error(`${name}: ${wrong} requests failed`);
          // a server whose event loop was blocked, even by other programs, refuses requests for a few seconds
          await sleep(3000);
        }
      };
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}

function sum(all: readonly Done[], what: keyof Done): number {
  return all.reduce((total, each) => total + each[what], 0);
}
