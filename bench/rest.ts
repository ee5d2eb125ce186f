// A server at rest: how soon after `node` it answers, its memory, and the processor time of a minute in which nobody comes.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildServer } from "#scripts/build-server.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { providerSettings, startServer, type ServerProcess } from "#server/testing/process.ts";
import { atMost } from "./media-measure.ts";
import { noteFigure } from "./notes.ts";
import { printGoals } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { readCpu } from "./wrk.ts";

const starts = 7;
/** What a start leaves to be done (compiling, collecting garbage) is over by then. */
const calmSeconds = 120;
/** Long enough for what is done every five minutes to have its share. */
const minutes = 15;

export async function benchRest(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-rest-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildServer();
  const { dataDir } = await seedArchive(folder, 1000);
  const start = async () => startServer({ ...providerSettings, DATA_DIR: dataDir, PORT: String(await findFreePort()) });
  const startSeconds: number[] = [];
  for (let n = 0; n <= starts; n += 1) {
    const began = performance.now();
    const server = await start();
    // the first one fills the cache of compiled code
    if (n > 0) startSeconds.push((performance.now() - began) / 1000);
    await stop(server);
  }
  const server = await start();
  stack.defer(() => stop(server));
  const pid = server.child.pid ?? 0;
  await sleep(calmSeconds * 1000);
  const before = readCpu([pid]);
  await sleep(minutes * 60_000);
  const idleMs = ((readCpu([pid]) - before) * 1000) / minutes;
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  console.log("\nAt rest\n");
  noteFigure("memory at rest", megabytes, "MB");
  return printGoals([
    atMost("R1 memory at rest, MB", 110, [megabytes]),
    atMost("R2 processor of an idle minute, ms", 100, [idleMs]),
    atMost("R3 first answer after a warm start, s", 0.8, startSeconds),
  ]);
}

async function stop({ child, ended }: ServerProcess): Promise<void> {
  child.kill("SIGTERM");
  await ended;
}
