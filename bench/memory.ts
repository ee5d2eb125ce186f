// Memory as the operating system counts it: idle, against a bare Fastify; and with 200 viewers who each fetch a part of
// four seconds every four seconds, against @fastify/static with the same viewers. Goal S6 gives the limit.
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { Agent, get, type RequestOptions } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addMedia, rangeOf } from "./media-seed.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { startProgram, type Program } from "./programs.ts";
import { printGoals } from "./ratios.ts";
import { seedArchive } from "./seed.ts";

const viewers = 200;
const [everySeconds, forSeconds] = [4, 24];
const fileBytes = 2 ** 28;
/** At 4 Mbit/s. */
const partBytes = 2_000_000;
const goalKiB = 300;

export async function benchMemory(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-memory-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir, tokens } = await seedArchive(folder, 1000);
  const { address, file } = await addMedia(dataDir, fileBytes);
  const open = path.join(folder, "open");
  await mkdir(open);
  await symlink(file, path.join(open, "large.mp4"));
  const env = { LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
  const archive = stack.use(await startProgram("./archive-program.ts", { ...env, DATA_DIR: dataDir }));
  const fromStatic = stack.use(await startProgram("./static-program.ts", { DATA_DIR: open }));
  const hello = stack.use(await startProgram("./hello-program.ts", { DATA_DIR: dataDir }));
  await sleep(3000);
  const idle = { archive: readMegabytes(archive), static: readMegabytes(fromStatic), hello: readMegabytes(hello) };
  const watched = {
    archive: await watch(archive, address, tokens),
    static: await watch(fromStatic, "/large.mp4", tokens),
  };
  console.log(`\nMemory, ${viewers} viewers for ${forSeconds} s\n`);
  for (const [name, megabytes] of Object.entries(idle)) note(`${name}, idle`, megabytes);
  for (const [name, megabytes] of Object.entries(watched)) note(`${name}, ${viewers} viewers`, megabytes);
  const each = ((watched.archive - idle.archive) * 1024) / viewers;
  noteFigure("archive, each viewer", each, "KiB");
  return printGoals([
    single("-- idle / a bare Fastify with the same database, memory", idle.archive / idle.hello),
    single(`-- ${viewers} viewers / @fastify/static with as many, memory`, watched.archive / watched.static),
    { ...single("S6 memory of each viewer, KiB", each), goal: `<= ${goalKiB}`, isReached: each <= goalKiB },
  ]);
}

function single(name: string, value: number): Goal {
  return { name, goal: "none", measured: { low: value, median: value, high: value }, isReached: true };
}

function note(name: string, megabytes: number): void {
  console.log(`  ${name.padEnd(24)}${megabytes.toFixed(0).padStart(6)} MB`);
  noteFigure(name, megabytes, "MB");
}

/** The highest memory while they watched. */
async function watch(program: Program, address: string, tokens: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: viewers });
  const over = Date.now() + forSeconds * 1000;
  let [most, refused] = [0, 0];
  const all = Array.from({ length: viewers }, async (_, n) => {
    const member = n % tokens.length;
    const own = { cookie: `session=${tokens[member]}`, "x-forwarded-for": `10.0.0.${member + 1}` };
    // viewers start at different moments
    await sleep((n * everySeconds * 1000) / viewers);
    for (let part = n; Date.now() < over; part += viewers) {
      const began = Date.now();
      const range = rangeOf(part, fileBytes, [partBytes, partBytes]);
      const headers = { ...own, range, host: `localhost:${program.port}` };
      const status = await fetchPart({ agent, port: program.port, host: "127.0.0.1", path: address, headers });
      // a busy server answers 503, and a player asks again
      if (status === 503) refused += 1;
      else if (status !== 206) throw new Error(`a part: ${status}`);
      await sleep(Math.max(0, everySeconds * 1000 - (Date.now() - began)));
    }
  });
  const sampling = setInterval(() => (most = Math.max(most, readMegabytes(program))), 250);
  try {
    await Promise.all(all);
  } finally {
    clearInterval(sampling);
    agent.destroy();
  }
  if (refused > 0) console.log(`  ${refused} parts were refused because the machine was busy with other programs`);
  return most;
}

async function fetchPart(options: RequestOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(options, (response) => {
    response.resume();
    response.once("end", () => resolve(response.statusCode ?? 0));
    response.once("error", reject);
  }).once("error", reject);
  return promise;
}

/** Resident memory, including shared memory, as top shows it. */
function readMegabytes({ pids }: Program): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}
