// The list, how its cost grows with recordings and levels, and signing in.
import { readFileSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { openDatabase } from "#server/database/open.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { makeLoad, readCpu, type Request } from "./load.ts";
import { type Program, startNginx, startProgram } from "./programs.ts";
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
  type Round,
  throughputRatio,
} from "./report.ts";
import { type Ask, asMembers, asMembers as asAll, seedArchive, type Seeded } from "./seed.ts";

// GET /api/video/list with 10, 1,000 and 10,000 recordings, and a page of 50 from 1,000 and from 100,000,
// against a bare Fastify, nginx and a list that is built for each request. Goals A1 to A3.

const listRounds = 7;
const compressed = { "accept-encoding": "gzip, deflate, br, zstd" };

export async function benchList(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const archives = new Map<number, { seeded: Seeded; program: Program }>();
  for (const count of [10, 1000, 10_000, 100_000]) {
    const seeded = await seedArchive(folder, count);
    const env = { DATA_DIR: seeded.dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    archives.set(count, { seeded, program: stack.use(await startProgram("archive", env)) });
  }
  const thousand = required(archives.get(1000));
  const hello = stack.use(await startProgram("hello", { DATA_DIR: thousand.seeded.dataDir }));

  // built once, before the measurement
  for (const archive of archives.values()) await readList(archive);
  const { body, compressed: bytes, etag } = await readList(thousand);
  await writeFile(path.join(folder, "list.json"), body);
  await writeFile(path.join(folder, "list.br"), bytes);
  await writeFile(path.join(folder, "small.json"), "");
  await writeFile(path.join(folder, "small.json.gz"), gzipSync(body));
  const node = stack.use(await startProgram("node", { DATA_DIR: folder }));
  const nginx = await startNginx(folder);
  if (nginx) stack.use(nginx);
  else console.log("nginx is not installed: the comparisons with it are left out.");

  const load = (name: string, program: Program, requests: Request[]) =>
    makeLoad(folder, name, { ...program, requests });
  const variants = new Map<string, () => Promise<Measured>>();
  for (const count of [10, 1000, 10_000]) {
    const { seeded, program } = required(archives.get(count));
    variants.set(
      `list of ${count}`,
      await load(`list ${count}`, program, listAsMembers(seeded, "/api/video/list", compressed)),
    );
  }
  const known = { ...compressed, "if-none-match": etag };
  variants.set("304", await load("304", thousand.program, listAsMembers(thousand.seeded, "/api/video/list", known)));
  variants.set("hello", await load("hello", hello, listAsMembers(thousand.seeded, "/hello", compressed)));
  variants.set("door", await load("door", thousand.program, listAsMembers(thousand.seeded, "/api/site", compressed)));
  variants.set("bare Node", await load("bare Node", node, listAsMembers(thousand.seeded, "/", compressed)));
  variants.set("bare Node 304", await load("bare Node 304", node, listAsMembers(thousand.seeded, "/", known)));
  variants.set("naive", await load("naive", hello, listAsMembers(thousand.seeded, "/naive", compressed)));
  for (const count of [1000, 100_000]) {
    const { seeded, program } = required(archives.get(count));
    variants.set(
      `page of ${count}`,
      await load(`page ${count}`, program, listAsMembers(seeded, "/api/video/list?limit=50", compressed)),
    );
  }
  if (nginx) {
    variants.set(
      "nginx plain",
      await load("nginx plain", nginx, listAsMembers(thousand.seeded, "/list.json", compressed)),
    );
    variants.set(
      "nginx gzip",
      await load("nginx gzip", nginx, listAsMembers(thousand.seeded, "/small.json", compressed)),
    );
  }

  for (const measure of variants.values()) await measure();
  const played = await playRounds(listRounds, variants);
  console.log(
    `\nThe list (1,000 videos: ${kilobytes(body.length)}, sent as ${kilobytes(bytes.length)} of brotli), ${listRounds} rounds\n`,
  );
  printLoads(played, variants.keys());
  noteFigure("list of 1000, sent", bytes.length / 1000, "kB");
  return printGoals(listGoals(played, nginx !== undefined));
}

function listGoals(played: readonly Round[], hasNginx: boolean): Goal[] {
  const about = (name: string, anchor: string): Goal => {
    const measured = throughputRatio(played, name, anchor);
    return { name: `-- ${name} / ${anchor}, throughput`, goal: "none", measured, isReached: true };
  };
  return [
    ...(hasNginx
      ? [
          atLeast(played, "A1", 0.9, ["list of 1000", "nginx plain"]),
          atLeast(played, "A1", 0.45, ["list of 1000", "nginx gzip"]),
        ]
      : []),
    atLeast(played, "A2", 80, ["list of 1000", "naive"]),
    about("list of 1000", "hello"),
    about("304", "hello"),
    about("list of 1000", "door"),
    about("bare Node", "hello"),
    about("bare Node 304", "hello"),
    about("list of 1000", "bare Node"),
    about("304", "bare Node 304"),
    atMost(played, "A3", 1.5, ["page of 100000", "page of 1000"]),
  ];
}

function listAsMembers({ tokens, cursors }: Seeded, url: string, headers: Record<string, string>): Request[] {
  const after = (index: number) => (url.includes("limit=") ? `&after=${cursors[index]}` : "");
  return asAll(tokens, (index) => ({ path: url + after(index), headers }));
}

/** The list as JSON, and as it is sent. */
async function readList({ seeded, program }: { seeded: Seeded; program: Program }) {
  const headers = { cookie: `session=${seeded.tokens[0]}`, "accept-encoding": "br" };
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`http://localhost:${program.port}/api/video/list`, { headers }, resolve).on("error", reject),
  );
  const sent = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>));
  if (answer.statusCode !== 200) throw new Error(`the list: ${answer.statusCode} ${sent.toString()}`);
  return { body: brotliDecompressSync(sent), compressed: sent, etag: answer.headers.etag ?? "" };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("not measured");
  return value;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

// The list of an archive with five levels above the standard, asked for by members of all of them, against the same archive
// with one level. Goals: within 1.1 times of its cost per request, and within 1.3 times of its memory.

const levelsRounds = 15;
const levelCount = 5;
const above = Array.from({ length: levelCount }, (_, at) => ({
  ...{ id: `level-${at + 1}`, name: `Level ${at + 1}`, patreonTierIds: [String(at + 2)], twitchTier: null },
}));

export async function benchLevels(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-levels-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const variants = new Map<string, () => Promise<Measured>>();
  const programs = new Map<string, Program>();
  for (const [name, members] of [
    ["one level", 64],
    ["six levels", 65],
  ] as const) {
    const { dataDir, tokens } = await seedArchive(folder, 1000, members);
    const hasLevels = name === "six levels";
    if (hasLevels) await spread(dataDir);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    const levels = hasLevels ? { LEVELS: JSON.stringify(above), LOCKED: "card" } : {};
    const program = stack.use(await startProgram("archive", { ...env, ...levels }));
    programs.set(name, program);
    const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
    const requests = asMembers(tokens, () => ({ path: "/api/video/list", headers }));
    variants.set(name, await makeLoad(folder, name, { ...program, requests }));
  }
  for (const measure of variants.values()) await measure();
  const played = await playRounds(levelsRounds, variants);
  console.log(`\nThe list of 1,000 recordings, with one level and with six, ${levelsRounds} rounds\n`);
  printLoads(played, variants.keys());
  const [one = 0, six = 0] = [...programs.values()].map(readMemory);
  noteFigure("memory with six levels / with one", six / one, "times");
  console.log(`Memory with six levels: ${(six / one).toFixed(2)} times that with one.`);
  return printGoals([atMost(played, "L6", 1.1, ["six levels", "one level"])]);
}

/** In megabytes. */
function readMemory({ pids }: Program): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}

/** Recordings and members of every level, in turn. */
async function spread(dataDir: string): Promise<void> {
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const videos = await db.selectFrom("video").select("id").orderBy("id").execute();
  const identities = await db.selectFrom("identity").select("id").orderBy("id").execute();
  await db.transaction().execute(async (trx) => {
    for (const [at, { id }] of videos.entries())
      await trx
        .updateTable("video")
        .set({ level: above[at % (levelCount + 1)]?.id ?? null })
        .where("id", "=", id)
        .execute();
    for (const [at, { id }] of identities.entries())
      await trx
        .updateTable("entitlement")
        .set({ tier_ids: JSON.stringify(["1", String((at % (levelCount + 1)) + 1)]) })
        .where("identity_id", "=", id)
        .execute();
  });
}

// What becomes slower as the archive grows: pages, one recording and a saved position, with 10, 1,000 and 100,000
// recordings; and how large the database becomes. Goal A3, for everything whose cost should not grow.

const growthRounds = 5;
const counts = [10, 1000, 100_000];

export async function benchGrowth(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-growth-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const variants = new Map<string, () => Promise<Measured>>();
  const bytes = new Map<number, number>();
  for (const count of counts) {
    const seeded = await seedArchive(folder, count);
    bytes.set(count, await sizeOf(seeded));
    const calls = describeCalls(await listIds(seeded));
    const env = { DATA_DIR: seeded.dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    const program = stack.use(await startProgram("archive", env));
    for (const [name, ask] of Object.entries(calls)) {
      const requests = asMembers(seeded.tokens, ask);
      variants.set(`${name} of ${count}`, await makeLoad(folder, `${name} ${count}`, { ...program, requests }));
    }
  }
  for (const measure of variants.values()) await measure();
  const played = await playRounds(growthRounds, variants);
  console.log(`\nGrowth, ${growthRounds} rounds\n`);
  printLoads(played, variants.keys());
  await noteSizes(folder, bytes);
  return printGoals(
    ["first page", "one video", "save position"].map((call) =>
      atMost(played, "A3", 1.5, [`${call} of 100000`, `${call} of 1000`]),
    ),
  );
}

function describeCalls(ids: readonly string[]): Record<string, Ask> {
  const idAt = (index: number) => ids[index % ids.length] ?? "";
  return {
    "first page": () => ({ path: "/api/video/list?limit=50" }),
    "one video": (index) => ({ path: `/api/video/v/${idAt(index)}` }),
    "save position": (index) => ({
      path: `/api/user/positions/${idAt(index)}`,
      body: JSON.stringify({ seconds: index + 1, at: new Date().toISOString() }),
    }),
  };
}

async function listIds({ dataDir }: Seeded): Promise<string[]> {
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const rows = await db.selectFrom("video").select("id").orderBy("id").limit(64).execute();
  return rows.map(({ id }) => id);
}

async function sizeOf({ dataDir }: Seeded): Promise<number> {
  return (await stat(path.join(dataDir, "stagedoor.db"))).size;
}

async function noteSizes(folder: string, bytes: ReadonlyMap<number, number>): Promise<void> {
  const [few = 0, many = 0] = [bytes.get(10), bytes.get(100_000)];
  noteFigure("database per video", (many - few) / 99_990, "bytes");
  const people = 2000;
  const more = await sizeOf(await seedArchive(folder, 10, 64 + people));
  noteFigure("database per member", (more - few) / people, "bytes");
}

// A whole sign-in (the page's requests, the state, the provider's redirect, and the archive's own requests to the
// provider), against a bare Fastify with the same client. The emulator runs as another process and is not counted.

const signInRounds = 5;
const atOnce = 8;
/** Few enough for the limits of the demo, because all requests come from one address. */
const [flows, hellos] = [60, 2000];

export async function benchSignIn(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-sign-in-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir } = await seedArchive(folder, 1000);
  const hello = stack.use(await startProgram("hello", { DATA_DIR: dataDir }));
  const PORT = String(await findFreePort());
  stack.use(await startProgram("stand-ins", { DATA_DIR: folder, ARCHIVE_URL: `http://localhost:${PORT}` }));
  const STAND_INS = path.join(folder, "stand-ins.json");
  const env = { PORT, STAND_INS, DATA_DIR: dataDir, DEMO_CONTENT: "off", LOG_LEVEL: "info" };
  const archive = stack.use(await startProgram("archive", env));
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
  const played = await playRounds(signInRounds, variants);
  console.log(`\nSigning in: ${signInRounds} rounds of ${flows}, ${atOnce} at once\n`);
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
