// How long members wait for the list and for a part of a recording while 300 positions are saved each second, against a
// server where nobody writes. The database is a file on the disk, and each write is on the disk before its answer.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#server/database/open.ts";
import { addMedia } from "./media-seed.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { startProgram } from "./programs.ts";
import { printGoals, spreadOf } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { writeRequest, type Request } from "./wrk.ts";

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
  const { port } = stack.use(await startProgram("./archive-program.ts", env));
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
