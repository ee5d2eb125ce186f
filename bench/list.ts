// GET /api/video/list with 10, 1,000 and 10,000 recordings, and a page of 50 from 1,000 and from 100,000,
// against a bare Fastify, nginx and a list that is built for each request. Goals A1 to A3.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { noteFigure, type Goal } from "./notes.ts";
import { startNginx, startProgram, type Program } from "./programs.ts";
import {
  atLeast,
  atMost,
  playRounds,
  printGoals,
  printLoads,
  throughputRatio,
  type Measured,
  type Round,
} from "./ratios.ts";
import { asMembers as asAll, seedArchive, type Seeded } from "./seed.ts";
import { makeLoad, type Request } from "./wrk.ts";

const rounds = 7;
const compressed = { "accept-encoding": "gzip, deflate, br, zstd" };

export async function benchList(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const archives = new Map<number, { seeded: Seeded; program: Program }>();
  for (const count of [10, 1000, 10_000, 100_000]) {
    const seeded = await seedArchive(folder, count);
    const env = { DATA_DIR: seeded.dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    archives.set(count, { seeded, program: stack.use(await startProgram("./archive-program.ts", env)) });
  }
  const thousand = required(archives.get(1000));
  const hello = stack.use(await startProgram("./hello-program.ts", { DATA_DIR: thousand.seeded.dataDir }));

  // built once, before the measurement
  for (const archive of archives.values()) await readList(archive);
  const { body, compressed: bytes, etag } = await readList(thousand);
  await writeFile(path.join(folder, "list.json"), body);
  await writeFile(path.join(folder, "list.br"), bytes);
  await writeFile(path.join(folder, "small.json"), "");
  await writeFile(path.join(folder, "small.json.gz"), gzipSync(body));
  const node = stack.use(await startProgram("./node-program.ts", { DATA_DIR: folder }));
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
      await load(`list ${count}`, program, asMembers(seeded, "/api/video/list", compressed)),
    );
  }
  const known = { ...compressed, "if-none-match": etag };
  variants.set("304", await load("304", thousand.program, asMembers(thousand.seeded, "/api/video/list", known)));
  variants.set("hello", await load("hello", hello, asMembers(thousand.seeded, "/hello", compressed)));
  variants.set("door", await load("door", thousand.program, asMembers(thousand.seeded, "/api/site", compressed)));
  variants.set("bare Node", await load("bare Node", node, asMembers(thousand.seeded, "/", compressed)));
  variants.set("bare Node 304", await load("bare Node 304", node, asMembers(thousand.seeded, "/", known)));
  variants.set("naive", await load("naive", hello, asMembers(thousand.seeded, "/naive", compressed)));
  for (const count of [1000, 100_000]) {
    const { seeded, program } = required(archives.get(count));
    variants.set(
      `page of ${count}`,
      await load(`page ${count}`, program, asMembers(seeded, "/api/video/list?limit=50", compressed)),
    );
  }
  if (nginx) {
    variants.set("nginx plain", await load("nginx plain", nginx, asMembers(thousand.seeded, "/list.json", compressed)));
    variants.set("nginx gzip", await load("nginx gzip", nginx, asMembers(thousand.seeded, "/small.json", compressed)));
  }

  for (const measure of variants.values()) await measure();
  const played = await playRounds(rounds, variants);
  console.log(
    `\nThe list (1,000 videos: ${kilobytes(body.length)}, sent as ${kilobytes(bytes.length)} of brotli), ${rounds} rounds\n`,
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

function asMembers({ tokens, cursors }: Seeded, url: string, headers: Record<string, string>): Request[] {
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
