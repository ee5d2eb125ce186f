// Load on the loopback: many small answers by wrk, large ones by connections whose bodies the kernel discards.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type { Done, Work } from "./drain-worker.ts";
import type { Measured } from "./report.ts";

// Load by wrk (Debian package `wrk`), on the loopback only: a few connections for a second, each request chosen from many.

const wrkSeconds = 1;
const wrkMostTries = 4;

export interface Request {
  path: string;
  headers?: Record<string, string>;
  /** A request with a body is a PUT. */
  body?: string;
}

interface Target {
  port: number;
  /** Process ids of the server and of its children. */
  pids: readonly number[];
  /** One of these is sent each time. */
  requests: readonly Request[];
  /** Few for calls that block the event loop, because a blocked server refuses requests. */
  connections?: number;
}

export async function makeLoad(folder: string, name: string, target: Target): Promise<() => Promise<Measured>> {
  const script = path.join(folder, `${name.replaceAll(/\W+/g, "-")}.lua`);
  await writeFile(script, writeScript(target));
  const { connections = 16 } = target;
  const args = ["-t1", `-c${connections}`, `-d${wrkSeconds}s`, "-s", script, `http://127.0.0.1:${target.port}`];
  const measure = async (): Promise<Measured> => {
    const before = readCpu(target.pids);
    const { stdout } = await promisify(execFile)("wrk", args, { timeout: 30_000 });
    const cpu = readCpu(target.pids) - before;
    const [, count = 0, microseconds = 0, wrong = 0] = (/DONE (\d+) (\d+) (\d+)/.exec(stdout) ?? []).map(Number);
    if (wrong > 0 || count === 0) throw new Error(`${name}: ${wrong} of ${count} requests failed\n${stdout}`);
    return { requestsPerSecond: count / (microseconds / 1e6), cpuMicroseconds: (cpu * 1e6) / count };
  };
  return async () => {
    for (let tries = 1; tries < wrkMostTries; tries++) {
      const measured = await measure().catch(() => undefined);
      if (measured) return measured;
      // a server whose event loop was blocked, even by other programs, refuses requests for a few seconds
      await sleep(3000);
    }
    return measure();
  };
}

/** The request as it is sent. */
export function writeRequest(port: number, { path: url, headers = {}, body }: Request): string {
  const json = body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  const all = Object.entries({ host: `localhost:${port}`, ...headers, ...json }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const method = body === undefined ? "GET" : "PUT";
  return [`${method} ${url} HTTP/1.1`, ...all, "", body ?? ""].join("\r\n");
}

function writeScript({ port, requests }: Target): string {
  const lines = requests.map((request) => `  ${JSON.stringify(writeRequest(port, request))},`);
  // the server closes a connection after its thousandth request; that is not a failure
  return `local requests = {\n${lines.join("\n")}\n}
local next = 0
request = function()
  next = next % #requests + 1
  return requests[next]
end
done = function(summary)
  print(string.format("DONE %d %d %d", summary.requests, summary.duration, summary.errors.status + summary.errors.timeout))
end
`;
}

/** Seconds of processor time of programs and their children, from the operating system. It does not depend on other programs. */
export function readCpu(pids: readonly number[]): number {
  const all = new Set(pids.flatMap((pid) => [pid, ...listChildren(pid)]));
  // children that have ended are counted with the program that started them
  const ticks = [...all].map((pid) => countTicks(pid, pids.includes(pid) ? 4 : 2));
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** Its own time in the program and in the kernel, then that of its children. */
function countTicks(pid: number, figures: 2 | 4): number {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return fields.slice(11, 11 + figures).reduce((sum, field) => sum + Number(field), 0);
}

function listChildren(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
}

/** Nothing of a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

// Load with large answers, on the loopback only: a few connections in their own threads, whose bodies the kernel discards.
// wrk reads 8 KiB at a time: receiving then costs as much as sending, and all servers look alike.

const drainSeconds = 1;
const drainMostTries = 4;

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
      const work = {
        port,
        start: 0,
        seconds: drainSeconds,
        requests: requests.map((request) => writeRequest(port, request)),
      };
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
          if (tries === drainMostTries) throw new Error(`${name}: ${wrong} requests failed`);
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
