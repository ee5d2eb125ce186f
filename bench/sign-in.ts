// A whole sign-in (the page's requests, the state, the provider's redirect, and the archive's own requests to the
// provider), against a bare Fastify with the same client. The emulator runs as another process and is not counted.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startProgram, type Program } from "./programs.ts";
import { cpuRatio, playRounds, printGoals, printLoads, throughputRatio, type Measured } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { readCpu } from "./wrk.ts";

const rounds = 5;
const atOnce = 8;
/** Few enough for the limits of the demo, because all requests come from one address. */
const [flows, hellos] = [60, 2000];

export async function benchSignIn(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-sign-in-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir } = await seedArchive(folder, 1000);
  const hello = stack.use(await startProgram("./hello-program.ts", { DATA_DIR: dataDir }));
  const PORT = String(await findFreePort());
  stack.use(
    await startProgram("./stand-ins-program.ts", { DATA_DIR: folder, ARCHIVE_URL: `http://localhost:${PORT}` }),
  );
  const STAND_INS = path.join(folder, "stand-ins.json");
  const env = { PORT, STAND_INS, DATA_DIR: dataDir, DEMO_CONTENT: "off", LOG_LEVEL: "info" };
  const archive = stack.use(await startProgram("./archive-program.ts", env));
  const signIn = async () => {
    const landed = await createBrowser(`http://localhost:${archive.port}`).signIn("patron-gold");
    if (landed !== "/") throw new Error(`the sign-in ended at ${landed}`);
  };
  const sayHello = async () => void (await (await fetch(`http://127.0.0.1:${hello.port}/hello`)).arrayBuffer());
  const variants = new Map<string, () => Promise<Measured>>([
    ["sign-in", () => measure(archive, flows, signIn)],
    ["hello", () => measure(hello, hellos, sayHello)],
  ]);
  for (const warm of variants.values()) await warm();
  const played = await playRounds(rounds, variants);
  console.log(`\nSigning in: ${rounds} rounds of ${flows}, ${atOnce} at once\n`);
  printLoads(played, variants.keys());
  const none = { goal: "none", isReached: true };
  return printGoals([
    { name: "-- sign-in / hello, throughput", measured: throughputRatio(played, "sign-in", "hello"), ...none },
    { name: "-- sign-in / hello, processor time", measured: cpuRatio(played, "sign-in", "hello"), ...none },
  ]);
}

async function measure({ pids }: Program, count: number, act: () => Promise<void>): Promise<Measured> {
  const before = readCpu(pids);
  const began = performance.now();
  let left = count;
  const client = async () => {
    while (left-- > 0) await act();
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  const seconds = (performance.now() - began) / 1000;
  return { requestsPerSecond: count / seconds, cpuMicroseconds: ((readCpu(pids) - before) * 1e6) / count };
}
