// Sending files: by the archive, by a proxy after its permission check, and in one visit as a whole.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildPage } from "#scripts/build-page.ts";
import { makeLoad, openDrain, readCpu, type Request } from "./load.ts";
import { type Program, startBehind, startCaddy, startNginx, startProgram } from "./programs.ts";
import {
  atLeast,
  atMost,
  cpuRatio,
  type Goal,
  type Measured,
  noteFigure,
  playRounds,
  printGoals,
  printLoads,
  spreadOf,
  throughputRatio,
  warm,
} from "./report.ts";
import { addMedia, asMembers, meanBytes, rangeOf, seedArchive } from "./seed.ts";

// GET /api/media/…: ranges of a large file, small parts and playlists, against nginx and
// @fastify/static; then the cost of a slow viewer, and waiting behind large downloads. Goals S1, S5, S6, S7 and S8.

const servingRounds = 7;
const servingFileBytes = 2 ** 30;
const servingRequestCount = 256;
const [large, small] = [
  [2 ** 20, 4 * 2 ** 20],
  [72 * 1024, 72 * 1024],
] as const;
const env = { LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };

export async function benchServing(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-serving-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const plain = await openOurs(stack, path.join(folder, "plain"));
  const open = path.join(folder, "open");
  await mkdir(open);
  await symlink(plain.file, path.join(open, "large.mp4"));
  await writeFile(path.join(open, "list.json"), plain.playlist);
  const files = stack.use(await startProgram("static", { DATA_DIR: open }));
  const hello = stack.use(await startProgram("hello", { DATA_DIR: plain.dataDir }));
  const [nginx, copying] = [await startNginx(open), await startNginx(open, "off")];
  if (!nginx || !copying) throw new Error("nginx is not installed. Install it to run this benchmark.");
  stack.use(nginx);
  stack.use(copying);
  const drain = stack.use(await openDrain());

  const ask = (path: string, lengths?: readonly [number, number], tokens = [""]): Request[] =>
    asMembers(
      tokens,
      (n) => ({ path, ...(lengths && { headers: { range: rangeOf(n, servingFileBytes, lengths) } }) }),
      servingRequestCount,
    );
  // first, because buffers left over from a load would hide what viewers need
  const memory = await judgeMemory("a slow viewer", plain, 300);
  const mean = meanBytes(servingRequestCount, servingFileBytes, large);
  const variants = new Map<string, () => Promise<Measured>>();
  const addLarge = (name: string, program: Program, requests: readonly Request[]) =>
    variants.set(`${name} large`, drain.load(name, { ...program, requests }, mean));
  const addSmall = async (name: string, program: Program, requests: readonly Request[]) =>
    variants.set(name, await makeLoad(folder, name, { ...program, requests }));
  addLarge("ours", plain, ask(plain.address, large, plain.tokens));
  addLarge("nginx", nginx, ask("/large.mp4", large));
  addLarge("nginx copying", copying, ask("/large.mp4", large));
  addLarge("send", files, ask("/send/large.mp4", large));
  addLarge("static", files, ask("/large.mp4", large));
  await addSmall("ours small", plain, ask(plain.address, small, plain.tokens));
  await addSmall("nginx small", nginx, ask("/large.mp4", small));
  await addSmall("ours playlist", plain, ask(plain.playlistAddress, undefined, plain.tokens));
  await addSmall("nginx playlist", nginx, ask("/list.json"));
  await addSmall("hello", hello, ask("/hello"));
  await warm(variants);
  const played = await playRounds(servingRounds, variants);
  console.log(
    `\nServing, ${servingRounds} rounds of one second: large by 8 connections that drop what they get, the rest by wrk\n`,
  );
  printLoads(played, variants.keys());
  noteFigure("large ranges, mean", mean / 1e6, "MB");
  return printGoals([
    atLeast(played, "S1", 0.4, ["ours large", "nginx large"]),
    atMost(played, "S1", 4, ["ours large", "nginx large"]),
    atMost(played, "S1", 1.7, ["ours large", "nginx copying large"]),
    atLeast(played, "S5", 0.4, ["ours small", "nginx small"]),
    atLeast(played, "S5", 0.5, ["ours playlist", "nginx playlist"]),
    atMost(played, "S8", 0.3, ["ours large", "send large"]),
    atMost(played, "S8", 0.2, ["ours large", "static large"]),
    memory,
    await judgeWaiting("ours", plain),
  ]);

  async function judgeMemory(name: string, ours: Ours, most: number): Promise<Goal> {
    const start = await makeLoad(folder, "start", {
      ...ours,
      requests: ask(ours.playlistAddress, undefined, ours.tokens),
    });
    await start();
    const each = await measureSlowViewers(ours);
    noteFigure(`memory of ${name}`, each, "KiB");
    const measured = { low: each, median: each, high: each };
    return { name: `S6 memory of ${name}, KiB`, goal: `<= ${most}`, measured, isReached: each <= most };
  }

  async function judgeWaiting(name: string, ours: Ours): Promise<Goal> {
    const requests = ask(ours.address, large, ours.tokens);
    const waits = await measureWaiting(ours, drain.load(name, { ...ours, requests, connections: 16 }, mean));
    const measured = spreadOf(waits.map(({ busyMs, idleMs }) => busyMs / idleMs));
    noteFigure(`p99 idle, ${name}`, spreadOf(waits.map(({ idleMs }) => idleMs)).median, "ms");
    noteFigure(`p99 beside 16 downloads, ${name}`, spreadOf(waits.map(({ busyMs }) => busyMs)).median, "ms");
    return {
      name: `S7 ${name}, p99 beside 16 downloads / idle`,
      goal: "<= 8",
      measured,
      isReached: measured.median <= 8,
    };
  }
}

interface Ours extends Program {
  dataDir: string;
  tokens: string[];
  address: string;
  playlistAddress: string;
  playlist: string;
  file: string;
}

/** An archive with a large file. */
async function openOurs(stack: AsyncDisposableStack, folder: string): Promise<Ours> {
  await mkdir(folder);
  const { dataDir, tokens } = await seedArchive(folder, 10);
  const media = await addMedia(dataDir, servingFileBytes);
  const program = stack.use(await startProgram("archive", { ...env, DATA_DIR: dataDir }));
  return { ...program, ...media, dataDir, tokens };
}

// What viewers cost: how much memory a slow one takes, and how long a small request waits behind many large ones.

const slowViewers = 300;
const viewersRounds = 5;
const trivial = "/api/site";

interface Watched {
  port: number;
  pids: readonly number[];
  /** The address of a large file. */
  address: string;
  tokens: readonly string[];
}

/** How much of the server's own memory each of many slow viewers takes, in KiB. */
async function measureSlowViewers({ port, pids, address, tokens }: Watched): Promise<number> {
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
async function measureWaiting(
  { port }: Watched,
  load: () => Promise<Measured>,
): Promise<{ idleMs: number; busyMs: number }[]> {
  const waits: { idleMs: number; busyMs: number }[] = [];
  for (let round = 0; round < viewersRounds; round += 1) {
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

// GET /api/media/… behind nginx and behind Caddy with the files in deploy/: the archive checks the permission, the proxy sends
// the file. Against nginx and Caddy alone with the same file. Goal S4.

const accelRounds = 7;
const accelFileBytes = 2 ** 30;
const accelRequestCount = 256;
const lengths = { large: [2 ** 20, 4 * 2 ** 20], small: [72 * 1024, 72 * 1024] } as const;

export async function benchAccel(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-accel-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir, tokens } = await seedArchive(folder, 10);
  const { address, file } = await addMedia(dataDir, accelFileBytes);
  await symlink(file, path.join(folder, "large.mp4"));
  const alone = await startNginx(folder);
  if (!alone) throw new Error("nginx is not installed. Install it to run this benchmark.");
  stack.use(alone);

  const caddy = stack.use(await startCaddy(folder));
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", DEMO_CONTENT: "off" };
  const copy = path.join(folder, "copy");
  await cp(dataDir, copy, { recursive: true });
  const behindNginx = stack.use(await startBehind("nginx", env));
  const behindCaddy = stack.use(await startBehind("caddy", { ...env, DATA_DIR: copy }));

  const variants = new Map<string, () => Promise<Measured>>();
  for (const [size, range] of Object.entries(lengths)) {
    const ask = (url: string) => (n: number) => ({ path: url, headers: { range: rangeOf(n, accelFileBytes, range) } });
    const add = async (name: string, program: Program, url: string) => {
      const requests = asMembers(tokens, ask(url), accelRequestCount);
      variants.set(`${name} ${size}`, await makeLoad(folder, `${name} ${size}`, { ...program, requests }));
    };
    await add("behind nginx", behindNginx, address);
    await add("nginx", alone, "/large.mp4");
    await add("behind Caddy", behindCaddy, address);
    await add("Caddy", caddy, "/large.mp4");
  }
  await warm(variants);
  const played = await playRounds(accelRounds, variants);
  console.log(`\nFiles sent by the proxy after our check, ${accelRounds} rounds of one second, 16 connections\n`);
  printLoads(played, variants.keys());
  noteFigure("large ranges, mean", meanBytes(accelRequestCount, accelFileBytes, lengths.large) / 1e6, "MB");
  const none = { goal: "none", isReached: true };
  return printGoals(
    ["nginx", "Caddy"].flatMap((proxy) => {
      const large: [string, string] = [`behind ${proxy} large`, `${proxy} large`];
      const small: [string, string] = [`behind ${proxy} small`, `${proxy} small`];
      return [
        atLeast(played, "S4", 0.95, large),
        { name: `-- ${large.join(" / ")}, processor time`, measured: cpuRatio(played, ...large), ...none },
        { name: `-- ${small.join(" / ")}, throughput`, measured: throughputRatio(played, ...small), ...none },
      ];
    }),
  );
}

// One visit as a whole, as a browser that was never here makes it: the page and its files, who am I, the list of 1,000,
// positions, one recording and 30 seconds of it. Processor time and bytes, alone and behind nginx as it is shipped, against nginx
// with the same bytes as plain files.

const visitRounds = 7;
const visits = 32;
const dist = path.resolve("web/dist");
/** 30 seconds at 4 Mbit/s, in parts of four seconds. */
const [parts, partBytes] = [8, 2_000_000];
const visitFileBytes = 2 ** 26;

export async function benchVisit(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-visit-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  const { dataDir, tokens } = await seedArchive(folder, 1000);
  const media = await addMedia(dataDir, visitFileBytes);
  const env = { LOG_LEVEL: "info", DEMO_CONTENT: "off", DATA_DIR: dataDir, PAGE_FOLDER: dist };
  const copy = path.join(folder, "copy");
  await cp(dataDir, copy, { recursive: true });
  const behind = stack.use(await startBehind("nginx", env));
  const alone = { ...env, DATA_DIR: copy, TRUSTED_PROXIES: "127.0.0.1" };
  const ours = stack.use(await startProgram("archive", alone));
  const steps = await listSteps(media);
  const asMember = (n: number) => steps.map((step) => ({ ...step, headers: { ...step.headers, ...memberOf(n) } }));
  const memberOf = (n: number) => {
    const member = n % tokens.length;
    return { cookie: `session=${tokens[member]}`, "x-forwarded-for": `10.0.0.${member + 1}` };
  };

  const open = path.join(folder, "open");
  await mkdir(open);
  let bytes = 0;
  const plain: Request[] = [];
  const agent = new Agent({ keepAlive: true });
  for (const [index, step] of asMember(0).entries()) {
    const body = await ask(ours, step, agent);
    bytes += body.length;
    const isPart = step.path === media.address;
    if (isPart && index === steps.length - parts) await symlink(media.file, path.join(open, "large"));
    if (!isPart) await writeFile(path.join(open, String(index)), body);
    plain.push({ path: isPart ? "/large" : `/${index}`, headers: isPart ? (step.headers ?? {}) : {} });
  }
  agent.destroy();
  const nginx = await startNginx(open);
  if (!nginx) throw new Error("nginx is not installed. Install it to run this benchmark.");
  stack.use(nginx);

  const arrive = (n: number) => asMember(n).slice(0, stepsUntil(steps, "/api/user/positions"));
  const variants = new Map<string, () => Promise<Measured>>([
    ["visit", () => measure(ours, asMember)],
    ["visit behind nginx", () => measure(behind, asMember)],
    ["page and list", () => measure(ours, arrive)],
    ["page and list behind nginx", () => measure(behind, arrive)],
    ["nginx", () => measure(nginx, () => plain)],
  ]);
  await warm(variants);
  const played = await playRounds(visitRounds, variants);
  console.log(
    `\nOne visit: ${steps.length} requests, ${(bytes / 1e6).toFixed(1)} MB; ${visitRounds} rounds of ${visits}\n`,
  );
  printLoads(played, variants.keys());
  noteFigure("one visit, requests", steps.length, "");
  noteFigure("one visit, sent", bytes / 1e6, "MB");
  return printGoals([
    atMost(played, "V1", 5, ["visit", "nginx"]),
    atMost(played, "V2", 5, ["visit behind nginx", "nginx"]),
  ]);
}

/** In the order in which the page asks. */
async function listSteps({ address, playlistAddress }: Awaited<ReturnType<typeof addMedia>>): Promise<Request[]> {
  const page = await readFile(path.join(dist, "index.html"), "utf8");
  const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? "");
  const all = await readdir(path.join(dist, "assets"));
  const later = all
    .filter((name) => /^(home|page|hls|vendor)[-.].*\.(js|css)$/.test(name))
    .map((name) => `/assets/${name}`);
  const video = address.replace("/api/media/", "/api/video/v/").replace(/\/[^/]+$/, "");
  const asked = [
    ...["/", ...new Set([...first, ...later])],
    ...["/api/user/info", "/api/site", "/api/video/list", "/api/user/positions"],
    ...[video, `${video}/set-list`, playlistAddress],
  ];
  const ranges = Array.from({ length: parts }, (_, n) => `bytes=${n * partBytes}-${(n + 1) * partBytes - 1}`);
  return [
    ...asked.map((one) => ({ path: one, headers: { "accept-encoding": "br, gzip" } })),
    ...ranges.map((range) => ({ path: address, headers: { range } })),
  ];
}

function stepsUntil(steps: readonly Request[], last: string): number {
  return steps.findIndex((step) => step.path === last) + 1;
}

async function measure(program: Program, stepsOf: (visit: number) => readonly Request[]): Promise<Measured> {
  const before = readCpu(program.pids);
  const began = performance.now();
  for (let visit = 0; visit < visits; visit += 1) {
    // a connection of its own, as every browser has
    const agent = new Agent({ keepAlive: true });
    for (const step of stepsOf(visit)) await ask(program, step, agent);
    agent.destroy();
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    requestsPerSecond: visits / seconds,
    cpuMicroseconds: ((readCpu(program.pids) - before) * 1e6) / visits,
  };
}

function ask({ port }: Program, { path: url, headers }: Request, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: url, headers: { ...headers }, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        answer.statusCode === 200 || answer.statusCode === 206
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}
