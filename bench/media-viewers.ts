// What viewers cost: how much memory a slow one takes, and how long a small request waits behind many large ones.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measured } from "./ratios.ts";

const slowViewers = 300;
const rounds = 5;
const trivial = "/api/site";

interface Watched {
  port: number;
  pids: readonly number[];
  /** The address of a large file. */
  address: string;
  tokens: readonly string[];
}

/** How much of the server's own memory each of many slow viewers takes, in KiB. */
export async function measureSlowViewers({ port, pids, address, tokens }: Watched): Promise<number> {
  const readAnonymous = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, "utf8"))?.[1]);
  const before = readAnonymous();
  const viewers: Socket[] = [];
  for (let n = 0; n < slowViewers; n += 1) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `GET ${address} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: session=${tokens[0]}\r\nX-Forwarded-For: 10.1.0.${n % 250}\r\n\r\n`,
    );
    socket.on("data", () => {
      socket.pause();
      setTimeout(() => socket.resume(), 200);
    });
    viewers.push(socket);
  }
  await sleep(4000);
  const after = readAnonymous();
  for (const viewer of viewers) viewer.destroy();
  return (after - before) / slowViewers;
}

/** The 99th percentile of the answer times, without and with large downloads, round by round. */
export async function measureWaiting(
  { port }: Watched,
  load: () => Promise<Measured>,
): Promise<{ idleMs: number; busyMs: number }[]> {
  const waits: { idleMs: number; busyMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const idleMs = worst(await askAgainAndAgain(port, sleep(1000)));
    const busyMs = worst(await askAgainAndAgain(port, load()));
    waits.push({ idleMs, busyMs });
  }
  return waits;
}

async function askAgainAndAgain(port: number, until: Promise<unknown>): Promise<number[]> {
  const over = new AbortController();
  const ended = until.finally(() => over.abort());
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const took: number[] = [];
  while (!over.signal.aborted) {
    const client = took.length % 250;
    const began = performance.now();
    socket.write(`GET ${trivial} HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: 10.2.0.${client}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    if (!answer.toString("latin1").startsWith("HTTP/1.1 200")) throw new Error(answer.toString("latin1"));
    took.push(performance.now() - began);
    await sleep(2);
  }
  socket.destroy();
  await ended;
  return took;
}

function worst(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}
