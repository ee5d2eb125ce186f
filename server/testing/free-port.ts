// Ports for servers that tests start, kill and start again.
// Below those the kernel hands to outgoing connections, and each process counts on from a place of its own: a port that
// was found free is not taken by a client, or by another test, before its server listens there.
import { createServer } from "node:net";

const first = 12_000;
const processes = 200;
const perProcess = 100;

let next = 0;

export async function findFreePort(): Promise<number> {
  const own = first + (process.pid % processes) * perProcess;
  for (let tries = 0; tries < perProcess; tries++) {
    const port = own + (next++ % perProcess);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${own} to ${own + perProcess - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer()
    .once("error", () => resolve(false))
    .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  return promise;
}
