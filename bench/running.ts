// A server that runs: beside many writes, with many viewers, and at rest.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { Agent, get, type RequestOptions } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildServer } from "#scripts/build-server.ts";
import { openDatabase } from "#server/database/open.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { providerSettings, type ServerProcess, startServer } from "#server/testing/process.ts";
import { readCpu, type Request, writeRequest } from "./load.ts";
import { atMost } from "./preparing.ts";
import { type Program, startProgram } from "./programs.ts";
import { type Goal, noteFigure, printGoals, spreadOf } from "./report.ts";
import { addMedia, rangeOf, seedArchive } from "./seed.ts";

// How long members wait for the list and for a part of a recording while 300 positions are saved each second, against a
// server where nobody writes. The database is a file on the disk, and each write is on the disk before its answer.

const rounds = 7;
const roundMs = 4000;
const writesPerSecond = 300;
const writers = 8;
const most = 3;
const segment = "bytes=1000000-1262143";

export async function benchWrites(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-writes-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir, tokens } = await seedArchive(folder, 1000);
  const { address } = await addMedia(dataDir, 2 ** 24);
  const ids = await listIds(dataDir);
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
  const { port } = stack.use(await startProgram("archive", env));
  const asMember = (n: number) => ({
    cookie: `session=${tokens[n % tokens.length]}`,
    "x-forwarded-for": `10.${n % 200}.${Math.floor(n / 200) % 200}.1`,
  });
  const asked = {
    list: (n: number): Request => ({ path: "/api/video/list", headers: { "accept-encoding": "br", ...asMember(n) } }),
    segment: (n: number): Request => ({ path: address, headers: { range: segment, ...asMember(n) } }),
  };
  const write = (n: number): Request => ({
    path: `/api/user/positions/${ids[n % ids.length]}`,
    headers: asMember(n),
    body: JSON.stringify({ seconds: (n % 900) + 1, at: new Date().toISOString() }),
  });

  const waits: Record<keyof typeof asked, { idle: number; beside: number }[]> = { list: [], segment: [] };
  const rates: number[] = [];
  for (let round = 0; round < rounds + 1; round += 1)
    for (const what of ["list", "segment"] as const) {
      const idle = worst(await askUntil(port, asked[what], sleep(roundMs)));
      const writing = writeFor(port, write);
      const beside = worst(await askUntil(port, asked[what], writing));
      // the first round only fills the caches of the machine, and does not count
      if (round === 0) continue;
      waits[what].push({ idle, beside });
      rates.push(await writing);
    }
  const rate = spreadOf(rates).median;
  console.log(`\nBeside ${rate.toFixed(0)} writes a second, ${rounds} rounds of ${roundMs / 1000} s\n`);
  noteFigure("writes a second", rate, "");
  return printGoals((["list", "segment"] as const).map((what) => judge(what, waits[what])));
}

function judge(what: string, waits: readonly { idle: number; beside: number }[]): Goal {
  for (const kind of ["idle", "beside"] as const) {
    const { median } = spreadOf(waits.map((wait) => wait[kind]));
    console.log(`  ${what}, 99 of 100 within ${median.toFixed(1)} ms ${kind === "idle" ? "without" : "beside"} writes`);
    noteFigure(`${what}, p99 ${kind === "idle" ? "without" : "beside"} writes`, median, "ms");
  }
  const measured = spreadOf(waits.map(({ idle, beside }) => beside / idle));
  const name = `${what} beside ${writesPerSecond} writes a second / without, p99`;
  return { name, goal: `<= ${most}`, measured, isReached: measured.median <= most };
}

async function listIds(dataDir: string): Promise<string[]> {
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const rows = await db.selectFrom("video").select("id").orderBy("id").limit(256).execute();
  return rows.map(({ id }) => id);
}

/** Milliseconds of each answer, asked for one after the other on one connection. */
async function askUntil(port: number, ask: (n: number) => Request, until: Promise<unknown>): Promise<number[]> {
  const over = new AbortController();
  const ended = until.finally(() => over.abort());
  using connection = await open(port);
  const took: number[] = [];
  while (!over.signal.aborted) {
    const began = performance.now();
    await connection.exchange(writeRequest(port, ask(took.length)));
    took.push(performance.now() - began);
    await sleep(3);
  }
  await ended;
  return took;
}

/** Evenly, as many as wanted; returns how many were done each second. */
async function writeFor(port: number, write: (n: number) => Request): Promise<number> {
  const began = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    using connection = await open(port);
    while (performance.now() - began < roundMs) {
      const n = count++;
      const dueAt = began + (n * 1000) / writesPerSecond;
      if (dueAt > performance.now()) await sleep(dueAt - performance.now());
      await connection.exchange(writeRequest(port, write(n)));
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
  return count / ((performance.now() - began) / 1000);
}

interface Connection extends Disposable {
  /** Waits for the whole answer. */
  exchange(request: string): Promise<void>;
}

async function open(port: number): Promise<Connection> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return { exchange: (request) => exchange(socket, request), [Symbol.dispose]: () => socket.destroy() };
}

function exchange(socket: Socket, request: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let [head, left] = ["", Number.NaN];
  const read = (chunk: Buffer): void => {
    let bytes = chunk.length;
    if (Number.isNaN(left)) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith("HTTP/1.1 2")) reject(new Error(head));
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      bytes = head.length - end - 4;
    }
    left -= bytes;
    if (left > 0) return;
    socket.off("data", read);
    resolve();
  };
  socket.on("data", read);
  socket.write(request);
  return promise;
}

function worst(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

// Memory as the operating system counts it: idle, against a bare Fastify; and with 200 viewers who each fetch a part of
// four seconds every four seconds, against @fastify/static with the same viewers. Goal S6 gives the limit.

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
  const archive = stack.use(await startProgram("archive", { ...env, DATA_DIR: dataDir }));
  const fromStatic = stack.use(await startProgram("static", { DATA_DIR: open }));
  const hello = stack.use(await startProgram("hello", { DATA_DIR: dataDir }));
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

// A server at rest: how soon after `node` it answers, its memory, and the processor time of a minute in which nobody comes.

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
